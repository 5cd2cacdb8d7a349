import { valueText } from './value-text.ts'
import { Visible } from './visible.tsx'

/** Any value in one line, as people read it. */
export function Value({ of }: { readonly of: unknown }) {
  if (of === null || of === undefined) return <span className="dim">–</span>
  return <Visible text={valueText(of)} />
}
