import { getRouteApi } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { haltsOf } from '../../src/model/halts.ts'
import { useKillSwitch } from '../data/use-kill-switch.ts'
import { useMe } from '../data/use-me.ts'
import { HaltDialog } from '../halt/halt-dialog.tsx'
import { HaltOne } from '../halt/halt-one.tsx'
import { readScope, type Scope, scopeText } from '../halt/halt-scope.ts'
import { Halts } from '../halt/halts.tsx'
import { whyNoSwitch } from '../halt/why-no-switch.ts'
import { useScrolledTo } from './use-scrolled-to.ts'

const route = getRouteApi('/settings')

/** What is halted, and the way to halt one agent, one tenant or everything at once. */
export function KillSwitchSection() {
  const section = useRef<HTMLElement>(null)
  const { halt, lift } = route.useSearch()
  const navigate = route.useNavigate()
  const [chosen, setChosen] = useState<Scope>()
  const me = useMe()
  const halted = useKillSwitch()
  useScrolledTo('halt', section)
  const halts = halted === undefined ? [] : haltsOf(halted)
  const on = chosen !== undefined || halt !== undefined
  const scope = chosen ?? readScope(halt) ?? readScope(lift)
  // Who may not is told so by the buttons; an address leads them no further.
  const isAsked = scope !== undefined && whyNoSwitch(me, scope, on) === null
  const close = () => {
    setChosen(undefined)
    void navigate({ search: {}, replace: true })
  }
  return (
    <section aria-labelledby="halt" ref={section}>
      <h2 id="halt">Kill switch</h2>
      {halts.length === 0 && <p>Nothing is halted.</p>}
      <Halts halts={halts} />
      <HaltOne halted={new Set(halts.map(scopeText))} onHalt={setChosen} />
      {isAsked && <HaltDialog scope={scope} on={on} onClose={close} />}
    </section>
  )
}
