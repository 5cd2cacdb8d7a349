import { useState } from 'react'
import type { Halted } from '../../src/model/halts.ts'
import { useMe } from '../data/use-me.ts'
import { ActButton } from '../parts/act-button.tsx'
import { HaltNotice } from '../parts/halt-notice.tsx'
import { HaltDialog } from './halt-dialog.tsx'
import { scopeName, scopeText } from './halt-scope.ts'
import { whyNoSwitch } from './why-no-switch.ts'

/** What is halted, by whom, since when and why, each with the way to let it go on. */
export function Halts({ halts }: { readonly halts: readonly Halted[] }) {
  const me = useMe()
  const [lifting, setLifting] = useState<Halted>()
  return (
    <>
      {halts.map((halt) => {
        const why = whyNoSwitch(me, halt, false)
        return (
          <div key={scopeText(halt)} className="halt">
            <HaltNotice halt={halt} />
            <ActButton why={why} onClick={() => setLifting(halt)}>
              Let {scopeName(halt)} go on…
            </ActButton>
            {why !== null && <p className="said">{why}</p>}
          </div>
        )
      })}
      {lifting && <HaltDialog scope={lifting} on={false} onClose={() => setLifting(undefined)} />}
    </>
  )
}
