import { expect, test } from 'vitest'
import type { Desk } from '../../compose.ts'
import { JobId } from '../../model/ids.ts'
import { refusedIn, refusedInEach } from './refused-in.ts'

const OLD = JobId.parse('job-old')
const BUSY = JobId.parse('job-busy')

/** A desk where each job has so many that were refused, the newest first. */
function aDesk(jobs: readonly (readonly [JobId, number])[]): Desk {
  const all = jobs.flatMap(([job, count]) => Array.from({ length: count }, () => ({ job, status: 'rejected' })))
  const checkpoints = async ({ job, after = '0', limit = 50 }: Record<'job' | 'after', string> & { limit: number }) => {
    const rows = all.filter((one) => job === undefined || one.job === job)
    const end = Number(after) + limit
    return { rows: rows.slice(Number(after), end), next: end < rows.length ? String(end) : null }
  }
  return { checkpoints } as unknown as Desk
}

test('what an older job was refused is counted behind the many of another', async () => {
  const refused = await refusedInEach(
    aDesk([
      [BUSY, 300],
      [OLD, 3],
    ]),
    [OLD, BUSY],
  )
  expect(refused(OLD)).toMatchObject({ rows: { length: 3 }, hasMore: false })
  expect(refused(BUSY)).toMatchObject({ rows: { length: 300 }, hasMore: false })
})

test('one question is enough where one page holds it all', async () => {
  const refused = await refusedInEach(
    aDesk([
      [BUSY, 100],
      [OLD, 3],
    ]),
    [OLD],
  )
  expect(refused(OLD).rows).toHaveLength(3)
  expect(refused(JobId.parse('job-fine')).rows).toEqual([])
})

test('a count that is cut says so', async () => {
  expect(await refusedIn(aDesk([[BUSY, 1001]]), BUSY)).toMatchObject({ rows: { length: 1000 }, hasMore: true })
  expect(await refusedIn(aDesk([[BUSY, 1000]]), BUSY)).toMatchObject({ hasMore: false })
})
