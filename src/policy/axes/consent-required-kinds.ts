import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { CONSENT_KINDS, type ConsentKind } from '../../model/thread.ts'
import { type Axis, judging } from '../axis.ts'
import { inOrder, moreIsStricter, union } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'consent_required_kinds'

const CONSENT_GATES = ['intent', 'context', 'action'] as const
type ConsentGate = (typeof CONSENT_GATES)[number]
const gates = moreIsStricter<ConsentGate>()

/** The events of a thread that need a person's consent. Each holds the gate it belongs to. */
export const consentRequiredKinds: Axis<typeof axis, readonly ConsentKind[]> = {
  name: axis,
  about: 'For which events of a thread a person has to consent.',
  stricter: 'more, gate by gate',
  schema: z.array(z.enum(CONSENT_KINDS)).transform(inOrder),
  // `intent_inferred` and `intent_confirmed` hold the same gate, so one is no stricter than the other.
  compare: (child, parent) => gates.compare(inOrder(child.map(gateOf)), inOrder(parent.map(gateOf))),
  meet: union,
  ...judging(CONSENT_GATES, (kinds: readonly ConsentKind[]) => {
    const answers = writtenOnce(CONSENT_GATES, (gate) => answer(gate, kinds))
    const remedies = writtenOnce(CONSENT_GATES, (gate) => kinds.filter((consent) => gateOf(consent) !== gate))
    return {
      judge: ({ kind }) => answers(kind),
      relax: ({ kind }) => ({ consent_required_kinds: remedies(kind) }),
    }
  }),
}

function answer(observed: ConsentGate, kinds: readonly ConsentKind[]): TraceEntry {
  const asked = kinds.filter((consent) => gateOf(consent) === observed)
  if (asked.length === 0)
    return { axis, outcome: 'pass', observed, limit: kinds, because: 'no consent is required here' }
  return { axis, outcome: 'ask', observed, limit: kinds, because: `consent is required for ${asked.join(', ')}` }
}

/** The gate that an event belongs to is the first word of its name. */
function gateOf(kind: ConsentKind): ConsentGate {
  return kind.slice(0, kind.indexOf('_')) as ConsentGate
}
