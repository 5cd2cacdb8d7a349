import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import type { GateOf } from '../../model/gate.ts'
import { mention } from '../../model/quote.ts'
import { ACTION_KINDS, type ActionKind } from '../../model/thread.ts'
import { type Axis, judging } from '../axis.ts'
import { fewerIsStricter, inOrder, union } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'allowed_action_kinds'

/** The kinds of action that an agent may take without a person. */
export const allowedActionKinds: Axis<typeof axis, readonly ActionKind[]> = {
  name: axis,
  about: 'Which kinds of action an agent may take by itself; an empty set allows none.',
  stricter: 'fewer kinds',
  schema: z.array(z.enum(ACTION_KINDS)).transform(inOrder),
  ...fewerIsStricter<ActionKind>(),
  ...judging(['action'], (kinds: readonly ActionKind[]) => {
    const answers = writtenOnce<string | null, TraceEntry>([null, ...ACTION_KINDS], (kind) => answer(kind, kinds))
    return {
      judge: ({ action }) =>
        action.kind === 'clarification' ? clarification(action, kinds) : answers(action.kind ?? null),
      relax: ({ action }) => {
        const kind = ACTION_KINDS.find((known) => known === action.kind)
        return kind === undefined || kind === 'clarification' ? null : { allowed_action_kinds: union(kinds, [kind]) }
      },
    }
  }),
}

function answer(observed: string | null, kinds: readonly ActionKind[]): TraceEntry {
  if (kinds.some((kind) => kind === observed))
    return { axis, outcome: 'pass', observed, limit: kinds, because: 'this kind of action is allowed' }
  const because =
    observed === null
      ? 'the kind of action is not said'
      : `the kind of action ${mention(observed)} is not among the allowed ones`
  return { axis, outcome: 'ask', observed, limit: kinds, because }
}

/** A clarification is a question to a person, whatever the policy says. */
function clarification({ kind, blocked_on }: GateOf<'action'>['action'], kinds: readonly ActionKind[]): TraceEntry {
  const missing = [blocked_on ?? []].flat().filter((what) => what !== '')
  const because =
    missing.length === 0
      ? 'a clarification always goes to a person'
      : `the agent needs to know: ${missing.map(mention).join(', ')}`
  return { axis, outcome: 'ask', observed: kind, limit: kinds, because }
}
