import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, type SubmitEvent, useId, useState } from 'react'
import type { ShownPasskey } from '../../src/api/views.ts'
import type { CreationOptions } from '../../src/api/web-authn.ts'
import { api } from '../data/api.ts'
import { makePasskey } from '../data/ask-device.ts'
import { errorText } from '../data/error-text.ts'
import { Modal } from '../parts/modal.tsx'
import { missingProof, NO_PROOF, StepUp } from '../parts/step-up.tsx'
import { say } from '../parts/toasts.tsx'
import { Visible } from '../parts/visible.tsx'

/** Adds a passkey: a name, a proof that it is them, and then the device's own question. */
export function AddPasskey({ onClose }: { readonly onClose: () => void }) {
  const [name, setName] = useState('')
  const [proof, setProof] = useState(NO_PROOF)
  /** Proved already: whoever cancels at their device need not prove it again. */
  const [begun, setBegun] = useState<CreationOptions | null>(null)
  const client = useQueryClient()
  const adding = useMutation({
    mutationFn: async () => {
      const options = begun ?? (await api.call('begin_passkey', proof)).options
      setBegun(options)
      const credential = await makePasskey(options)
      setBegun(null)
      setProof(NO_PROOF)
      await api.call('add_passkey', { name: name.trim(), credential }, { key: crypto.randomUUID() })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      say('allow', 'The passkey is added.')
      onClose()
    },
  })
  const unnamed = name.trim() === '' ? 'Give it a name.' : null
  const missing = unnamed ?? (begun === null ? missingProof(proof) : null)
  return (
    <Dialog title="Add a passkey" button="Add the passkey" work={{ ...adding, missing }} onClose={onClose}>
      <NameField name={name} onChange={setName} />
      {begun === null ? (
        <StepUp
          wanted={{ do: 'add_passkey' }}
          why="A new passkey can approve for you."
          proof={proof}
          onChange={setProof}
        />
      ) : (
        <p className="said">You have proved that it is you. Now your device makes the passkey.</p>
      )}
    </Dialog>
  )
}

/** Removes a passkey of one's own. */
export function RemovePasskey({ passkey, onClose }: { readonly passkey: ShownPasskey; readonly onClose: () => void }) {
  const [proof, setProof] = useState(NO_PROOF)
  const client = useQueryClient()
  const removing = useMutation({
    mutationFn: async () => {
      setProof(NO_PROOF)
      await api.call('remove_passkey', { passkey: passkey.id, ...proof })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: ['passkeys'] })
      say('allow', 'The passkey is removed.')
      onClose()
    },
  })
  const missing = missingProof(proof)
  return (
    <Dialog title="Remove the passkey?" button="Remove it" work={{ ...removing, missing }} onClose={onClose}>
      <p>
        <Visible text={passkey.name} /> proves nothing from then on. Your device keeps its half until you delete it
        there.
      </p>
      <StepUp
        wanted={{ do: 'remove_passkey', passkey: passkey.id }}
        why="Whoever sits at your browser could do this."
        proof={proof}
        onChange={setProof}
      />
    </Dialog>
  )
}

function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const field = useId()
  return (
    <div className="field">
      <label htmlFor={field}>Name, to tell it from your others</label>
      <input
        id={field}
        className="input"
        data-first
        maxLength={80}
        placeholder="My laptop"
        value={name}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface Work {
  readonly mutate: () => void
  readonly isPending: boolean
  readonly error: unknown
  readonly missing: string | null
}

function Dialog({
  title,
  button,
  work: { mutate, isPending, error, missing },
  onClose,
  children,
}: {
  readonly title: string
  readonly button: string
  readonly work: Work
  readonly onClose: () => void
  readonly children: ReactNode
}) {
  const said = useId()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (missing === null && !isPending) mutate()
  }
  return (
    <Modal title={title} onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          {children}
          {error !== null && (
            <p className="said wrong" role="alert">
              {errorText(error)}
            </p>
          )}
        </div>
        <div className="dialog-foot">
          <span id={said} className="said">
            {missing}
          </span>
          <button
            type="submit"
            className="button primary"
            aria-disabled={missing !== null || isPending}
            aria-describedby={said}
          >
            {isPending ? 'One moment…' : button}
          </button>
        </div>
      </form>
    </Modal>
  )
}
