import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { mention } from '../../model/quote.ts'
import { INVOCATION_CONTEXTS, type InvocationContext } from '../../model/thread.ts'
import { type Axis, judging, notJudged } from '../axis.ts'
import { fewerIsStricter, inOrder, union } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

const axis = 'allowed_invocation_contexts'

/** The places from which an action or a tool may be called without a person. */
export const allowedInvocationContexts: Axis<typeof axis, readonly InvocationContext[]> = {
  name: axis,
  about: 'From which contexts an agent may call actions and tools by itself; an empty set allows none.',
  stricter: 'fewer contexts',
  schema: z.array(z.enum(INVOCATION_CONTEXTS)).transform(inOrder),
  ...fewerIsStricter<InvocationContext>(),
  ...judging(['action', 'tool'], (contexts: readonly InvocationContext[]) => {
    const known = [undefined, ...INVOCATION_CONTEXTS]
    const answers = writtenOnce<string | undefined, TraceEntry>(known, (context) => answer(context, contexts))
    return {
      judge: ({ context }) => answers(context),
      relax: ({ context }) => {
        const known = INVOCATION_CONTEXTS.find((name) => name === context)
        return known === undefined ? null : { allowed_invocation_contexts: union(contexts, [known]) }
      },
    }
  }),
}

function answer(observed: string | undefined, contexts: readonly InvocationContext[]): TraceEntry {
  if (observed === undefined) return notJudged(axis, contexts, 'from which context it is called')
  if (contexts.some((context) => context === observed))
    return { axis, outcome: 'pass', observed, limit: contexts, because: 'calls from this context are allowed' }
  const because = `calls from ${mention(observed)} are not allowed`
  return { axis, outcome: 'ask', observed, limit: contexts, because }
}
