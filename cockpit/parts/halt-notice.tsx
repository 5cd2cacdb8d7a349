import type { ReactNode } from 'react'
import { type Halted, haltedName } from '../../src/model/halts.ts'
import { Ago } from './time.tsx'
import { Visible } from './visible.tsx'

/** Says what is halted, by whom, since when and why; what follows from it stands behind. */
export function HaltNotice({ halt, children }: { readonly halt: Halted; readonly children?: ReactNode }) {
  const name = haltedName(halt)
  return (
    <p className="notice deny">
      <span>
        <strong>
          <Visible text={`${name.charAt(0).toUpperCase()}${name.slice(1)}`} /> is halted
        </strong>{' '}
        by {halt.by}, <Ago at={halt.at} word=" ago" />: <Visible text={halt.reason} /> {children}
      </span>
    </p>
  )
}
