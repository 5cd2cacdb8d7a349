import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import type { Review } from '../../src/model/review.ts'
import type { Draft } from '../../src/model/review-thread.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { WARM_START } from '../program/warm-start.ts'
import { runChild } from '../store/run-child.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const approve = { answer: 'approve' } as const

async function run(house: House, example: string): Promise<string> {
  const command = [join(ROOT, 'node_modules/.bin/node'), join(ROOT, 'examples/hold', example)]
  const { out, err } = await runChild(command, { cwd: house.root, env: WARM_START })
  // That it waits is said, and nothing else.
  const wrong = err.replaceAll(/^held: .*\n/gm, '')
  if (wrong !== '') throw new Error(wrong)
  return out
}

/** Answers the first hold as soon as it is there. */
async function answerWhenHeld(house: House, review: Review): Promise<void> {
  await expect.poll(() => house.answerAll(review), { timeout: 20_000, interval: 50 }).toBe(1)
}

test('an example gates a function, and waits in process', async () => {
  const house = await aHouse()
  const [out] = await Promise.all([run(house, '01-gate-a-function.ts'), answerWhenHeld(house, approve)])
  expect(out).toContain('sent to ann@example.org')
})

test('an example leaves when it is held, and comes back by its key', async () => {
  const house = await aHouse()
  expect(await run(house, '02-leave-and-come-back.ts')).toContain('held')
  await house.answerAll(approve)
  expect(await run(house, '02-leave-and-come-back.ts')).toBe('sent to ann@example.org\n')
  expect(await house.log('attempt_claimed')).toHaveLength(1)
})

test('an example runs a program that is held and goes on', async () => {
  const house = await aHouse()
  expect(await run(house, '03-program.ts')).toContain("status: 'held'")
  await house.answerAll(approve)
  const out = await run(house, '03-program.ts')
  expect(out).toContain('Report: three facts about tea')
  expect(out).toContain("result: 'published'")
})

test('an example asks a person for a value', async () => {
  const house = await aHouse()
  const review = { answer: 'respond', value: { euros: 12.5 } } as const
  const [out] = await Promise.all([run(house, '04-ask-a-person.ts'), answerWhenHeld(house, review)])
  expect(out).toBe('at most 12.50 euros\n')
})

test('an example offers a worker’s deliverable', async () => {
  const house = await aHouse()
  expect(await run(house, '05-worker-checkpoints.ts')).toContain('held')
  await house.answerAll({ answer: 'reject', reason: 'No figures.' })
  expect(await run(house, '05-worker-checkpoints.ts')).toBe('rejected: No figures.\n')
})

test('an example offers a plan as a pull request, brings another round, and is merged', async () => {
  const house = await aHouse()
  expect(await run(house, '06-pull-request.ts')).toContain('held')
  const [offered] = (await house.desk.pulls.list()).rows
  if (offered === undefined) throw new Error('Nothing was offered.')
  const submit = async (answer: 'request_changes' | 'approve', ...threads: readonly Draft[]) => {
    const { pull, checkpoint } = await house.desk.pulls.read(offered.id)
    const about = { pull: pull.id, head: pull.head, content_hash: checkpoint?.content_hash ?? '' }
    await house.desk.pulls.submit({ ...about, answer, threads })
  }
  const id = ThreadId.parse('t1')
  await submit('request_changes', { id, kind: 'nit', anchor: null, suggestion: null, text: 'And a milk jug.' })
  expect(await run(house, '06-pull-request.ts')).toContain('held')
  const { pull, threads } = await house.desk.pulls.read(offered.id)
  expect([pull.round, threads[0]?.state]).toEqual([2, 'addressed'])
  expect((await house.desk.pulls.file(offered.id, { path: 'plan.md' })).text).toContain('- And a milk jug.')
  await submit('approve')
  expect(await run(house, '06-pull-request.ts')).toContain("outcome: 'merged'")
})
