import * as z from 'zod'
import { CONSENT_KINDS, type ConsentKind } from '../../model/thread.ts'
import { type Axis, judging } from '../axis.ts'
import { inOrder, moreIsStricter, union } from '../order.ts'

const axis = 'consent_required_kinds'

type ConsentGate = 'intent' | 'context' | 'action'
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
  ...judging(['intent', 'context', 'action'], (kinds: readonly ConsentKind[]) => ({
    judge: ({ kind }) => {
      const asked = kinds.filter((consent) => gateOf(consent) === kind)
      if (asked.length === 0)
        return { axis, outcome: 'pass', observed: kind, limit: kinds, because: 'no consent is required here' }
      return {
        axis,
        outcome: 'ask',
        observed: kind,
        limit: kinds,
        because: `consent is required for ${asked.join(', ')}`,
      }
    },
    relax: ({ kind }) => ({ consent_required_kinds: kinds.filter((consent) => gateOf(consent) !== kind) }),
  })),
}

/** The gate that an event belongs to is the first word of its name. */
function gateOf(kind: ConsentKind): ConsentGate {
  return kind.slice(0, kind.indexOf('_')) as ConsentGate
}
