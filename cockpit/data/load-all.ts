import type { GivenTo, OutputOf } from '../../src/api/operations.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { api } from './api.ts'

const MOST = 10_000
const PAGE = 200

type Query = Omit<GivenTo<'list_checkpoints'>, 'after' | 'limit'>

/** Reads a whole list of checkpoints, page by page; each page is handed over as soon as it is there. */
export async function loadCheckpoints(
  query: Query,
  take: (rows: readonly Checkpoint[]) => void,
  signal: AbortSignal,
): Promise<void> {
  let after: string | null = null
  let count = 0
  do {
    const given: GivenTo<'list_checkpoints'> = { ...query, limit: PAGE, ...(after !== null && { after }) }
    const page: OutputOf<'list_checkpoints'> = await api.call('list_checkpoints', given, { signal })
    take(page.rows)
    count += page.rows.length
    after = page.next
  } while (after !== null && count < MOST)
}
