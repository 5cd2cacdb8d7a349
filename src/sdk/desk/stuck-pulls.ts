import type { Pull } from '../../model/pull.ts'
import { type Seat, tenantsOf } from './seat.ts'

const PAGE = 200

/**
 * The merges that could not be made and wait for a person to mend something, also of what was never offered to anybody. Of all pull requests only
 * those are looked at that git is at work on, which are few.
 */
export async function stuckPulls(seat: Seat): Promise<readonly Pull[]> {
  const mine = new Set(await tenantsOf(seat))
  const stuck: Pull[] = []
  let after: { value: string; id: string } | undefined
  for (;;) {
    const query = { table: 'pulls', index: 'unsettled', equals: ['unsettled'], after, limit: PAGE } as const
    const page = await seat.store.find(query)
    stuck.push(...page.map(({ row }) => row).filter((row) => row.stuck !== undefined && mine.has(row.tenant)))
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return stuck
    after = { value: last.row.opened_at, id: last.id }
  }
}
