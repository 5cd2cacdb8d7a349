import type { GateOptions } from './gate-options.ts'
import type { RunOptions } from './gated-job.ts'
import { ownCopy } from './own-copy.ts'

type Options = Partial<GateOptions & RunOptions>

/** What of the options its caller could still change from inside; a schema and a signal are what they are. */
const CHANGING = ['answers', 'onTimeout', 'approvers', 'around', 'annotations'] as const

/** How a question is asked, as it is when it is put: whoever puts it goes on meanwhile, and may change its objects. */
export function ownOptions<Given extends Options>(options: Given): Given {
  const own: Record<string, unknown> = { ...options }
  for (const name of CHANGING) if (own[name] !== undefined) own[name] = ownCopy(own[name])
  return own as Given
}
