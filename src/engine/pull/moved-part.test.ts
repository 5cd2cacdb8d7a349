import { expect, test } from 'vitest'
import type { ChangedFile } from '../../model/pull.ts'
import type { FileVerdict } from '../../model/review-thread.ts'
import { ADA, EVE, ROB } from '../../testing/builders.ts'
import { aFile, aRound, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'

const PULL = 'job-1:phase-1-strategic'
const BEFORE = aFile('plan.md', ['h1', 'h2'])
const moved = (path: string): ChangedFile =>
  aFile(path, ['h1', 'h2'], { change: 'renamed', old_path: 'plan.md', hash: `file in ${path}` })
const no = (given: Partial<FileVerdict> = {}): FileVerdict => ({
  ...{ path: 'plan.md', file: 'file:h1+h2', hunk: 'h2', verdict: 'rejected', reason: 'Too loud.', ...given },
})

/** Eve has rejected the second of two hunks, and sent the work back. */
async function rejected(verdict = no(), file = BEFORE): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: [file] }) })
  await pulls.submit('request_changes', { by: EVE, verdicts: [verdict] })
  return pulls
}

/** The agent brings a round, and asks again. */
async function bring(pulls: PullWorld, letter: string, ...files: ChangedFile[]): Promise<void> {
  await pulls.push(letter, { round: aRound(letter, { files }) })
  await pulls.revise()
}

const returned = async (pulls: PullWorld, round: number) =>
  (await pulls.world.row('rounds', `${PULL}#${round}`)).returned

test('a rejected hunk is flagged under the new name of its file, and stands in the way there', async () => {
  const pulls = await rejected()
  await bring(pulls, '2', moved('todo.md'))
  const judged = { path: 'plan.md', hash: 'h2' }
  expect(await returned(pulls, 2)).toEqual([{ path: 'todo.md', hash: 'h2', judged }])
  await expect(pulls.submit('approve', { by: ROB })).rejects.toThrow(
    'eve rejected part 2 of 2 of todo.md, which was in plan.md ("Too loud.").',
  )
  await pulls.join('3', ADA, { files: [moved('later.md')] })
  expect(await returned(pulls, 3)).toEqual([{ path: 'later.md', hash: 'h2', judged }])
  await expect(pulls.submit('approve', { by: ROB })).rejects.toThrow('of later.md')
})

test('a whole file that was rejected is flagged under its new name as well', async () => {
  const pulls = await rejected(no({ hunk: null }))
  await bring(pulls, '2', moved('todo.md'))
  expect(await returned(pulls, 2)).toMatchObject([{ path: 'todo.md', hash: 'file in todo.md' }])
  await expect(pulls.submit('approve', { by: ROB })).rejects.toThrow(
    'eve rejected what changes in todo.md, which was in',
  )
})

test('its way from name to name is counted, and stops the job', async () => {
  const pulls = await rejected()
  await bring(pulls, '2', moved('todo.md'))
  await pulls.submit('request_changes', { by: EVE, verdicts: [no({ path: 'todo.md' })] })
  expect(await pulls.world.job()).not.toMatchObject({ status: 'stopped' })
  await bring(pulls, '3', moved('later.md'))
  await pulls.submit('request_changes', { by: ROB, text: 'It is still there.' })
  expect(await pulls.world.job()).toMatchObject({ status: 'stopped' })
  expect((await pulls.world.events('job_moved')).at(-1)?.data.reason).toBe(
    'What was rejected came back unchanged 2 times: part 2 of 2 of later.md.',
  )
})

test('its author accepts it where it stands by now, and has taken the no back', async () => {
  const pulls = await rejected()
  await bring(pulls, '2', moved('todo.md'))
  await pulls.submit('comment', { by: EVE, verdicts: [no({ path: 'todo.md', verdict: 'accepted' })] })
  expect(await pulls.world.events('verdicts_taken_back')).toMatchObject([
    { actor: EVE, data: { parts: [{ path: 'plan.md', hunk: 'h2' }] } },
  ])
  await pulls.join('3', ADA, { files: [moved('later.md')] })
  expect(await pulls.submit('approve', { by: ROB })).toMatchObject({ status: 'approved' })
})

test('accepted under its new name a whole file is rejected no more, and what it was before that still is', async () => {
  const pulls = await rejected(no({ hunk: null }))
  await bring(pulls, '2', aFile('plan.md', ['h3']))
  await pulls.submit('comment', { by: EVE, verdicts: [no({ hunk: null, file: 'file:h3' })] })
  await pulls.join('3', ADA, {
    files: [aFile('todo.md', ['h3'], { change: 'renamed', old_path: 'plan.md', hash: 'file in todo.md' })],
  })
  await pulls.submit('comment', {
    by: EVE,
    verdicts: [no({ path: 'todo.md', file: 'file in todo.md', hunk: null, verdict: 'accepted' })],
  })
  await pulls.join('4', ADA, { files: [BEFORE] })
  await expect(pulls.submit('approve', { by: ROB })).rejects.toMatchObject({ code: 'rejected_parts' })
})

test('accepted in one of two places it stands in the other', async () => {
  const pulls = await rejected()
  await bring(pulls, '2', moved('todo.md'), BEFORE)
  await pulls.submit('comment', { by: EVE, verdicts: [no({ path: 'todo.md', verdict: 'accepted' })] })
  expect(await pulls.world.events('verdicts_taken_back')).toEqual([])
  await expect(pulls.submit('approve', { by: ROB })).rejects.toThrow(
    'eve rejected part 2 of 2 of plan.md ("Too loud.").',
  )
})

test('its author takes back all that leads to it by approving the whole', async () => {
  const pulls = await rejected()
  await bring(pulls, '2', moved('todo.md'))
  await pulls.submit('comment', { by: EVE, verdicts: [no({ path: 'todo.md', reason: 'Still.' })] })
  await expect(pulls.submit('approve', { by: ROB })).rejects.toThrow('eve rejected part 2 of 2 of todo.md ("Still.").')
  expect(await pulls.submit('approve', { by: EVE })).toMatchObject({ status: 'approved' })
  expect(await pulls.world.row('marks', `${PULL}/eve`)).toMatchObject({ verdicts: [] })
})

test('what is said again is meant since it was first said, so that a copy made in between is not left out', async () => {
  const big = { ...BEFORE, hunks: [{ hash: 'h2', does: ['h2'], adds: ['big'] }] }
  const copy = { ...aFile('copy.md'), hunks: [{ hash: 'copy', does: ['x'], adds: ['big'] }] }
  const pulls = await rejected(no(), big)
  await bring(pulls, '2', big, copy)
  await pulls.submit('request_changes', { by: EVE, verdicts: [no()] })
  await bring(pulls, '3', copy)
  await expect(pulls.submit('approve', { by: ROB })).rejects.toThrow(
    'eve rejected part 1 of 1 of copy.md, which was in plan.md',
  )
})

test('a person who pushes beside what was rejected has not brought it back, and it stands all the same', async () => {
  const pulls = await rejected()
  await pulls.join('2', ADA, { files: [moved('todo.md')] })
  expect(await returned(pulls, 2)).toEqual([])
  await bring(pulls, '3', moved('todo.md'))
  expect(await returned(pulls, 3)).toMatchObject([{ path: 'todo.md' }])
})
