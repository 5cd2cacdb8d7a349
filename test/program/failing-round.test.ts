import { expect, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN, plan, planWork } from '../../src/testing/plan-work.ts'
import { git, held, ref, review } from './held-plan.ts'

const SECRET = `ghp_${'0123456789abcdefghijABCDEFGHIJ012345'}`

/** Everything in which an agent may fail, and what is said of it. */
const FAILURES: Record<string, readonly [work: PhaseWork, said: string]> = {
  'its work throws': [
    () => {
      throw new Error('The model is away.')
    },
    'The model is away.',
  ],
  'a step throws': [
    (workspace) =>
      workspace.step('look', () => {
        throw new Error('No such page.')
      }),
    'No such page.',
  ],
  'a file can not be committed': [
    async (workspace, feedback) => {
      const done = await plan(workspace, feedback)
      workspace.write('a\u202eb.md', 'x')
      return done
    },
    'a character that is not seen',
  ],
  'a file holds a secret': [
    async (workspace, feedback) => {
      const done = await plan(workspace, feedback)
      workspace.write('key.md', SECRET)
      return done
    },
    'looks like',
  ],
  'its title has two lines': [
    async (workspace, feedback) => ({ ...(await plan(workspace, feedback)), title: 'a\nb' }),
    'has more than one line',
  ],
  'its title is no text': [
    async (workspace, feedback) => ({ ...(await plan(workspace, feedback)), title: 5 as never }),
    'The title is a number. Say it as a text.',
  ],
  'an answer can not be shown': [
    async (workspace, feedback) => {
      const remarks = feedback!.remarks.map(({ number }) => ({ number, did: 'declined' as const, text: 'a\u0000b' }))
      return { ...(await plan(workspace, feedback)), remarks }
    },
    'The answer to remark 1 "a\\u0000b" has the control character',
  ],
}

test.for(Object.keys(FAILURES))('where %s in a later round, the job fails as it does in the first', async (how) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const [fail, said] = FAILURES[how]!
  const { leeway, run, pull } = await held(house, (workspace, feedback) =>
    feedback === null ? plan(workspace, feedback) : fail(workspace, feedback),
  )
  await review(house, pull!.id, { answer: 'request_changes', text: 'Louder.' })
  const reason = expect.stringContaining(said)
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'failed', reason, error: expect.anything() })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'failed', reason })
  const view = await house.desk.pulls.read(pull!.id)
  expect(view).toMatchObject({ pull: { status: 'closed', round: 1 }, checkpoint: { status: 'cancelled' } })
  expect((await house.log('pull_closed', run.job)).at(-1)?.data.reason).toContain(said)
  expect((await house.desk.checkpoints()).rows).toEqual([])
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('a program that catches the failure of a later round goes on without the phase', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program(ref('careful'), (job) =>
    job.phase(PLAN, failLater).catch((error) => `gave up: ${error.message}`),
  )
  const run = await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  await review(house, pull!.id, { answer: 'request_changes', text: 'Louder.' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: 'gave up: The model is away.' })
  expect((await house.desk.pulls.read(pull!.id)).pull.status).toBe('closed')
})

test('a program that enters the phase again brings the next round of the same pull request', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program(ref('stubborn'), (job) =>
    job.phase(PLAN, failLater).catch(() => job.phase(PLAN, planWork('again\n'))),
  )
  const run = await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  await review(house, pull!.id, { answer: 'request_changes', text: 'Louder.' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  await review(house, pull!.id, { answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'show', 'main:plan.md')).toBe('again\n')
  expect(git(house, 'ls-tree', '--name-only', 'main')).toBe('plan.md\nworkspace.md\n')
})

test('who enters a phase again goes on from what was reviewed, also where its branch was deleted', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const isReviewed = { yes: false }
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program(ref('stubborn'), (job) =>
    job.phase(PLAN, failLater).catch(() => {
      if (isReviewed.yes) git(house, 'update-ref', '-d', 'refs/heads/phase-1-strategic')
      return job.phase(PLAN, async (workspace) => {
        await workspace.step('go on', async (files) =>
          files.write('more.md', (await files.read('plan.md')) ?? 'nothing\n'),
        )
        return {}
      })
    }),
  )
  const run = await leeway.start(program, { key: 'a', input: null })
  const pull = (await house.desk.pulls.list()).rows[0]!
  await review(house, pull.id, { answer: 'request_changes', text: 'Louder.' })
  isReviewed.yes = true
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  const { head } = (await house.desk.pulls.read(pull.id)).pull
  expect(git(house, 'show', `${head}:more.md`)).toBe(git(house, 'show', `${pull.head}:plan.md`))
  expect(git(house, 'merge-base', '--is-ancestor', pull.head, head)).toBe('')
  expect(await house.log('branch_put_back')).toHaveLength(1)
})

const failLater: PhaseWork = (workspace, feedback) => {
  if (feedback !== null) throw new Error('The model is away.')
  return plan(workspace, feedback)
}
