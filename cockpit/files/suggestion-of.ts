import type { Draft } from '../../src/model/review-thread.ts'
import { suggesting } from '../../src/review/suggesting.ts'
import { newThreadId } from '../pull/new-thread-id.ts'
import { linesOf } from '../pull/row.ts'

const AROUND = 3

/** What somebody did to a file. */
interface Edited {
  readonly path: string
  /** The round that it was edited in. */
  readonly round: number
  readonly before: string
  readonly after: string
  /** Why, in their words. */
  readonly message: string
}

/** Makes a suggestion of an edit: the lines from the first to the last that differ, and what should stand there. */
export function suggestionOf({ path, round, before, after, message }: Edited): Draft {
  const [a, b] = [linesOf(before), linesOf(after)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  // Lines that only came have no place of their own: they are suggested for a line beside them.
  if (start === a.length - end && start > 0) start -= 1
  else if (start === a.length - end && end > 0) end -= 1
  const last = Math.max(start + 1, a.length - end)
  return {
    id: newThreadId(),
    kind: 'suggestion',
    text: message,
    anchor: {
      path,
      side: 'new',
      kind: 'lines',
      first: start + 1,
      last,
      quote: a.length === 0 ? [''] : a.slice(start, last),
      before: a.slice(Math.max(0, start - AROUND), start),
      after: a.slice(last, last + AROUND),
    },
    suggestion: suggesting(b.slice(start, b.length - end)),
    round,
  }
}
