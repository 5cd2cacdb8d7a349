import { MOST_THREADS } from '../../engine/pull/new-threads.ts'
import type { Pull } from '../../model/pull.ts'
import type { Draft } from '../../model/review-thread.ts'
import type { Hearing } from './hearing.ts'

/** What somebody said of the whole, and of its lines. */
interface Said {
  readonly text: string
  readonly threads: readonly Draft[]
}

/** As many threads as there is room for. How many are left out is said in words: a no counts, however much there is to it. */
export async function fitting({ store }: Hearing, { id, hosted }: Pull, { text, threads }: Said): Promise<Said> {
  const known = await store.find({
    table: 'review_threads',
    index: 'by_pull',
    equals: [id],
    limit: MOST_THREADS,
  })
  // One is kept for what is said of the whole, where that is a thread as well.
  const room = Math.max(0, MOST_THREADS - known.length - 1)
  if (threads.length <= room) return { text, threads }
  const left = threads.length - room
  const more = `${left === 1 ? 'One comment stands' : `${left} comments stand`} on the forge alone: ${hosted?.url}`
  return { text: `${more}\n\n${text}`.trim(), threads: threads.slice(0, room) }
}
