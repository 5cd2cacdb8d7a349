import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { mention } from '../../model/quote.ts'
import { INVOCATION_CONTEXTS, type InvocationContext } from '../../model/thread.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { fewerIsStricter, inOrder, union } from '../order.ts'

const axis = 'allowed_invocation_contexts'

/** The places from which an action or a tool may be called without a person. */
export const allowedInvocationContexts: Axis<typeof axis, readonly InvocationContext[]> = {
  name: axis,
  about: 'From which contexts an agent may call actions and tools by itself; an empty set allows none.',
  stricter: 'fewer contexts',
  schema: z.array(z.enum(INVOCATION_CONTEXTS)).transform(inOrder),
  ...fewerIsStricter<InvocationContext>(),
  ...judging(['action', 'tool'], (contexts: readonly InvocationContext[]) => {
    const because = 'calls from this context are allowed'
    const allowed = new Map<string, TraceEntry>(
      contexts.map((context) => [
        context,
        Object.freeze({ axis, outcome: 'pass', observed: context, limit: contexts, because }),
      ]),
    )
    const absent = Object.freeze(notJudged(axis, contexts, 'from which context it is called'))
    return {
      judge: ({ context }) => {
        if (context === undefined) return absent
        return (
          allowed.get(context) ?? {
            axis,
            outcome: 'ask',
            observed: context,
            limit: contexts,
            because: `calls from ${mention(context)} are not allowed`,
          }
        )
      },
      relax: ({ context }) => {
        const known = INVOCATION_CONTEXTS.find((name) => name === context)
        return known === undefined ? null : { allowed_invocation_contexts: union(contexts, [known]) }
      },
    }
  }),
}
