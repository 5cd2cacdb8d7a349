import { useQueryClient } from '@tanstack/react-query'
import { counted } from '../../src/model/counted.ts'
import { haltsOf } from '../../src/model/halts.ts'
import { api } from '../data/api.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { HaltNotice } from '../parts/halt-notice.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Visible } from '../parts/visible.tsx'
import { type Scope, scopeName, scopeText, switchOf } from './halt-scope.ts'
import { useReach } from './use-reach.ts'
import { LIFTED_BY } from './why-no-switch.ts'

/** Halting something, or letting it go on. */
export interface Switching {
  readonly scope: Scope
  readonly on: boolean
}

/** Asks why before something is halted or let go on, and says what that reaches. */
export function HaltDialog({ scope, on, onClose }: Switching & { readonly onClose: () => void }) {
  const client = useQueryClient()
  const name = scopeName(scope)
  const set = async (reason: string) => {
    await api.call('set_kill_switch', { halt: switchOf(scope), on, reason })
    await Promise.all([['kill-switch'], ['job']].map((queryKey) => client.invalidateQueries({ queryKey })))
  }
  return (
    <ReasonDialog
      about={on ? `halt ${name}` : `let ${name} go on`}
      title={on ? `Halt ${name}?` : `Let ${name} go on?`}
      button={on ? `Halt ${name}` : 'Go on'}
      isDanger={on}
      onSubmit={set}
      onClose={onClose}
    >
      {on ? <Reaches scope={scope} /> : <Thrown scope={scope} />}
    </ReasonDialog>
  )
}

const MEANS: Readonly<Record<Scope['of'], string>> = {
  all: 'Every job is halted at its next gate',
  agent: 'Every job of this agent, and everything that works for one, is halted at its next gate',
  tenant: 'Every job of this tenant is halted at its next gate',
}

const NAMED = 5

function Reaches({ scope }: { readonly scope: Scope }) {
  const reach = useReach(scope)
  return (
    <>
      <p>
        {MEANS[scope.of]}: nothing passes, and no approval is taken up. What runs at this moment is not broken off.{' '}
        {LIFTED_BY}
      </p>
      {reach !== undefined && (
        <div>
          <p>
            {reach.jobs.length === 0
              ? 'No job of it is open at this moment; one that comes is halted as well.'
              : `It reaches ${reach.isMore ? 'more than ' : ''}${counted(reach.jobs.length, 'open job')}:`}
          </p>
          <ul className="reach">
            {reach.jobs.slice(0, NAMED).map(({ id, title }) => (
              <li key={id}>
                <Visible text={title || id} />
              </li>
            ))}
            {reach.jobs.length > NAMED && <li className="dim">and {reach.jobs.length - NAMED} more</li>}
          </ul>
        </div>
      )}
    </>
  )
}

function Thrown({ scope }: { readonly scope: Scope }) {
  const halted = useKillSwitch()
  const halt = halted && haltsOf(halted).find((one) => scopeText(one) === scopeText(scope))
  return halt === undefined ? <p>It is not halted at this moment.</p> : <HaltNotice halt={halt} />
}
