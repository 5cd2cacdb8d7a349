import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import type { Cursor } from '../../src/sdk/desk.ts'
import { JobHandle } from '../../src/sdk/job-handle.ts'
import { start } from '../../src/sdk/start.ts'
import { aHouse } from '../../src/testing/house.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'

/** More than the store is asked for at once. */
const MANY = 230

test('everything that is held below a job is listed, page by page, and nothing of its siblings', async () => {
  const house = await aHouse()
  const context = await openContext({ root: house.root, onHold: 'throw' })
  const job = async (key: string, parent: JobHandle | null) => {
    const above = parent === null ? null : await parent.read()
    const options = { agent: 'scout', key, policy: HOUSE_POLICY }
    return new JobHandle(context, await start(context, options, { program: null, parent: above, call: null }))
  }
  const hold = (of: JobHandle, number: number) =>
    expect(of.gate({ kind: 'tool', tool: 'send', args: { number } }, { key: `k${number}` })).rejects.toMatchObject({
      code: 'held',
    })
  const root = await job('root', null)
  const [noisy, quiet] = [await job('noisy', root), await job('quiet', root)]
  for (let number = 0; number < MANY; number++) await hold(noisy, number)
  const deep = await job('deep', quiet)
  for (const [number, of] of [quiet, deep, root].entries()) {
    // What is asked in the same millisecond has no order in time.
    await setTimeout(2)
    await hold(of, number)
  }

  const listed = async (id: JobHandle['id'], newestFirst = false) => {
    const jobs: string[] = []
    let after: Cursor | undefined
    do {
      const page = await house.desk.checkpoints({ job: id, limit: 100, newestFirst, ...(after && { after }) })
      jobs.push(...page.rows.map((row) => row.job))
      after = page.next ?? undefined
    } while (after !== undefined)
    return jobs
  }
  const all = [...Array.from({ length: MANY }, () => noisy.id), quiet.id, deep.id, root.id]
  expect(await listed(root.id)).toEqual(all)
  expect(await listed(root.id, true)).toEqual(all.toReversed())
  expect(await listed(quiet.id)).toEqual([quiet.id, deep.id])
  expect((await house.desk.job(root.id)).holds).toHaveLength(MANY + 3)
  await context.store.close()
})
