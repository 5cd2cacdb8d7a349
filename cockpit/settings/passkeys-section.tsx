import { useState } from 'react'
import type { ShownPasskey } from '../../src/api/views.ts'
import { HAS_NAME, usePasskeys, worksHere } from '../data/use-passkeys.ts'
import { ActButton } from '../parts/act-button.tsx'
import { AtLocalhost } from '../parts/at-localhost.tsx'
import { Ago } from '../parts/time.tsx'
import { Visible } from '../parts/visible.tsx'
import { AddPasskey, RemovePasskey } from './passkey-dialogs.tsx'

const MOST = 10

/** Keys on somebody's own devices, which prove that it is them where something can't be undone. */
export function PasskeysSection() {
  const rows = usePasskeys() ?? []
  const [asked, setAsked] = useState<'add' | ShownPasskey | null>(null)
  const close = () => setAsked(null)
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p>
        A passkey is a key on one of your devices. It proves that it is you where something can’t be undone, in place of
        a code of a terminal.
      </p>
      {rows.length > 0 && <PasskeyTable rows={rows} onRemove={setAsked} />}
      {HAS_NAME ? <AddButton count={rows.length} onAdd={() => setAsked('add')} /> : <AtLocalhost />}
      {asked === 'add' && <AddPasskey onClose={close} />}
      {asked !== null && asked !== 'add' && <RemovePasskey passkey={asked} onClose={close} />}
    </section>
  )
}

function AddButton({ count, onAdd }: { readonly count: number; readonly onAdd: () => void }) {
  const why = whyNoMore(count)
  return (
    <p>
      <ActButton why={why} onClick={onAdd}>
        Add a passkey…
      </ActButton>
      {why !== null && <span className="said"> {why}</span>}
    </p>
  )
}

function whyNoMore(count: number): string | null {
  if (typeof PublicKeyCredential === 'undefined') return 'This browser knows no passkeys.'
  return count >= MOST ? 'You have ten. Remove one before you add another.' : null
}

function PasskeyTable({
  rows,
  onRemove,
}: {
  readonly rows: readonly ShownPasskey[]
  readonly onRemove: (passkey: ShownPasskey) => void
}) {
  return (
    <div className="table-frame">
      <table className="list">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Works at</th>
            <th scope="col">Added</th>
            <th scope="col">Last used</th>
            <th scope="col">
              <span className="unseen">Remove</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((passkey) => (
            <Row key={passkey.id} passkey={passkey} onRemove={() => onRemove(passkey)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({ passkey, onRemove }: { readonly passkey: ShownPasskey; readonly onRemove: () => void }) {
  const { name, rp_id, registered_at, used_at } = passkey
  return (
    <tr>
      <th scope="row">
        <Visible text={name} />
      </th>
      <td className="dim">{worksHere(passkey) ? 'this address' : <Visible text={rp_id} />}</td>
      <td className="dim">
        added <Ago at={registered_at} word=" ago" />
      </td>
      <td className="dim">{used_at === null ? 'never used' : <LastUsed at={used_at} />}</td>
      <td>
        <button type="button" className="button quiet" aria-label={`Remove ${name}`} onClick={onRemove}>
          Remove
        </button>
      </td>
    </tr>
  )
}

function LastUsed({ at }: { readonly at: string }) {
  return (
    <>
      used <Ago at={at} word=" ago" />
    </>
  )
}
