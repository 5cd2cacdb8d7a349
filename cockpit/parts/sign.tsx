import { Check, CircleHelp, OctagonPause, X } from 'lucide-react'
import type { Outcome, Verdict } from '../../src/model/verdict.ts'

const SIGNS: Readonly<Record<Outcome | Verdict, typeof Check>> = {
  pass: Check,
  allow: Check,
  ask: CircleHelp,
  stop: OctagonPause,
  deny: X,
}

/** A verdict or an outcome: its sign, its word, its colour. */
export function Sign({ of }: { readonly of: Outcome | Verdict }) {
  const Icon = SIGNS[of]
  return (
    <span className={`chip ${of}`}>
      <Icon size={12} strokeWidth={2.5} aria-hidden />
      {of}
    </span>
  )
}
