import { saidOptions } from './known-options.ts'
import { ownCopy } from './own-copy.ts'

/** What of the options its caller could still change from inside; a schema and a signal are what they are. */
const CHANGING = ['answers', 'onTimeout', 'approvers', 'around', 'annotations'] as const

/** How a question is asked, as it is when it is put: whoever puts it goes on meanwhile, and may change its objects. */
export function ownOptions<Given extends object>(options: Given): Given {
  const own = saidOptions(options) as Record<string, unknown>
  for (const name of CHANGING) if (name in own) own[name] = ownCopy(own[name])
  return own as Given
}
