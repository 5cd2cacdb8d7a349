import * as z from 'zod'
import type { GateOf } from '../../model/gate.ts'
import { mention } from '../../model/quote.ts'
import { ACTION_KINDS, type ActionKind } from '../../model/thread.ts'
import { type Axis, judging } from '../axis.ts'
import { fewerIsStricter, inOrder, union } from '../order.ts'

const axis = 'allowed_action_kinds'

/** The kinds of action that an agent may take without a person. */
export const allowedActionKinds: Axis<typeof axis, readonly ActionKind[]> = {
  name: axis,
  about: 'Which kinds of action an agent may take by itself; an empty set allows none.',
  stricter: 'fewer kinds',
  schema: z.array(z.enum(ACTION_KINDS)).transform(inOrder),
  ...fewerIsStricter<ActionKind>(),
  ...judging(['action'], (kinds: readonly ActionKind[]) => ({
    judge: ({ action }) => {
      const observed = action.kind ?? null
      const because = objection(kinds, action)
      if (because === undefined)
        return { axis, outcome: 'pass', observed, limit: kinds, because: 'this kind of action is allowed' }
      return { axis, outcome: 'ask', observed, limit: kinds, because }
    },
    relax: ({ action }) => {
      const kind = ACTION_KINDS.find((known) => known === action.kind)
      return kind === undefined || kind === 'clarification' ? null : { allowed_action_kinds: union(kinds, [kind]) }
    },
  })),
}

function objection(kinds: readonly ActionKind[], action: GateOf<'action'>['action']): string | undefined {
  if (action.kind === 'clarification') return clarification(action.blocked_on)
  if (kinds.some((kind) => kind === action.kind)) return undefined
  if (action.kind === undefined || action.kind === null) return 'the kind of action is not said'
  return `the kind of action ${mention(action.kind)} is not among the allowed ones`
}

/** A clarification is a question to a person, whatever the policy says. */
function clarification(blockedOn: string | readonly string[] | null | undefined): string {
  const missing = [blockedOn ?? []].flat().filter((what) => what !== '')
  return missing.length === 0
    ? 'a clarification always goes to a person'
    : `the agent needs to know: ${missing.map(mention).join(', ')}`
}
