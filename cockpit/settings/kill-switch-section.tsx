import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { GivenTo } from '../../src/api/operations.ts'
import { type Halted, haltedName, haltsOf } from '../../src/model/halts.ts'
import { api } from '../data/api.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { type Me, whyOnlyLooks } from '../data/use-me.ts'
import { ActButton } from '../parts/act-button.tsx'
import { HaltNotice } from '../parts/halt-notice.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { useScrolledTo } from './use-scrolled-to.ts'

const LIFTED_BY = 'An administrator lets it go on.'

type Switch = GivenTo<'set_kill_switch'>['halt']

/** What is halted, and the way to halt everything at once: nothing passes a gate until an administrator lets it go on. */
export function KillSwitchSection({ me }: { readonly me: Me | undefined }) {
  const [asked, setAsked] = useState<Asked>()
  const section = useRef<HTMLElement>(null)
  const halted = useKillSwitch()
  useScrolledTo('halt', section)
  const halts = halted === undefined ? [] : haltsOf(halted)
  const mayLift = me?.caller === 'admin'
  return (
    <section aria-labelledby="halt" ref={section}>
      <h2 id="halt">Kill switch</h2>
      {halts.length === 0 && <p>Nothing is halted.</p>}
      {halts.map((halt) => (
        <div key={haltedName(halt)} className="halt">
          <HaltNotice halt={halt} />
          <ActButton why={mayLift ? null : LIFTED_BY} onClick={() => setAsked({ halt, on: false })}>
            Let {haltedName(halt)} go on…
          </ActButton>
        </div>
      ))}
      {halts.length > 0 && !mayLift && <p className="said">{LIFTED_BY}</p>}
      {halted?.all === null && (
        <p>
          <ActButton tone="danger" why={whyOnlyLooks(me)} onClick={() => setAsked({ halt: ALL, on: true })}>
            Halt everything…
          </ActButton>
        </p>
      )}
      {asked && <AskWhy asked={asked} onClose={() => setAsked(undefined)} />}
    </section>
  )
}

interface Asked {
  readonly halt: Pick<Halted, 'of' | 'name'>
  readonly on: boolean
}

const ALL = { of: 'all', name: '' } as const

function AskWhy({ asked: { halt, on }, onClose }: { readonly asked: Asked; readonly onClose: () => void }) {
  const client = useQueryClient()
  const name = haltedName(halt)
  const set = async (reason: string) => {
    await api.call('set_kill_switch', { halt: switchOf(halt), on, reason })
    await client.invalidateQueries({ queryKey: ['kill-switch'] })
  }
  return (
    <ReasonDialog
      about={on ? `halt ${name}` : `let ${name} go on`}
      title={on ? `Halt ${name}?` : `Let ${name} go on?`}
      button={on ? `Halt ${name}` : 'Go on'}
      isDanger={on}
      onSubmit={set}
      onClose={onClose}
    />
  )
}

function switchOf({ of, name }: Pick<Halted, 'of' | 'name'>): Switch {
  if (of === 'all') return { of }
  return of === 'agent' ? { of, agent: name } : { of, tenant: name }
}
