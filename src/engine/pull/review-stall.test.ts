import { expect, test } from 'vitest'
import type { ChangedFile } from '../../model/pull.ts'
import type { FileVerdict } from '../../model/review-thread.ts'
import { ADA, EVE, ROB } from '../../testing/builders.ts'
import { aDraft, aFile, aRound, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'

const TWO = [aFile('plan.md', ['h1', 'h2'])]
const no = (given: Partial<FileVerdict> = {}): FileVerdict => ({
  ...{ path: 'plan.md', file: 'file:h1+h2', hunk: 'h2', verdict: 'rejected', reason: 'Too loud.', ...given },
})

/** Rob has rejected the second of two hunks and sent the work back. */
async function rejected(verdict: FileVerdict = no()): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files: TWO }) })
  await pulls.submit('request_changes', { by: ROB, verdicts: [verdict] })
  return pulls
}

/** The agent brings a round, and asks again. */
async function bring(
  pulls: PullWorld,
  letter: string,
  files: readonly ChangedFile[] = [...TWO, aFile(`${letter}.md`)],
): Promise<void> {
  await pulls.push(letter, { round: aRound(letter, { files }) })
  await pulls.revise()
}

/** It has come back twice, and nobody has said anything of the second time yet. */
async function broughtBack(files?: readonly ChangedFile[]): Promise<PullWorld> {
  const pulls = await rejected()
  await bring(pulls, '2')
  await sendBack(pulls)
  await bring(pulls, '3', files)
  return pulls
}

const sendBack = (pulls: PullWorld, by = ROB) => pulls.submit('request_changes', { by, text: 'It is still there.' })

/** What stopped the job, apart from what is only flagged when it is pushed. */
async function stalls(pulls: PullWorld) {
  return (await pulls.world.events('review_stalled')).map(({ data }) => data).filter(({ parts }) => parts !== undefined)
}

test('a rejected part that came back unchanged in two rounds stops the job instead of a third', async () => {
  const pulls = await rejected()
  await bring(pulls, '2')
  await sendBack(pulls)
  expect(await pulls.world.job()).not.toMatchObject({ status: 'stopped' })
  await bring(pulls, '3')
  await sendBack(pulls)
  expect(await stalls(pulls)).toMatchObject([
    { threads: [], hunks: ['h2'], parts: [{ path: 'plan.md', number: 2, of: 2 }] },
  ])
  expect(await pulls.world.job()).toMatchObject({ status: 'stopped' })
  const moved = (await pulls.world.events('job_moved')).at(-1)
  expect(moved?.data.reason).toBe('What was rejected came back unchanged 2 times: part 2 of 2 of plan.md.')
  await expect(pulls.push('4')).rejects.toMatchObject({ code: 'job_stopped' })
})

test('so does a whole file, also when another reviewer sends it back', async () => {
  const pulls = await rejected(no({ hunk: null }))
  await bring(pulls, '2')
  await sendBack(pulls, EVE)
  await bring(pulls, '3')
  await sendBack(pulls, EVE)
  expect(await stalls(pulls)).toMatchObject([{ hunks: ['file:h1+h2'], parts: [{ path: 'plan.md', number: null }] }])
})

test('so does a whole file that is not the first one', async () => {
  const pulls = await rejected(no({ hunk: null }))
  for (const letter of ['2', '3']) {
    await bring(pulls, letter, [aFile(`${letter}.md`), ...TWO])
    await sendBack(pulls)
  }
  expect(await stalls(pulls)).toMatchObject([{ hunks: ['file:h1+h2'] }])
})

test.for([3, 4])('of %d parts three are named, and the others counted', async (count) => {
  const hunks = Array.from({ length: count }, (_, at) => `h${at + 1}`)
  const files = [aFile('plan.md', hunks)]
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({ round: aRound('1', { files }) })
  await pulls.submit('request_changes', { verdicts: hunks.map((hunk) => no({ hunk })) })
  await expect(pulls.submit('approve', { by: EVE })).rejects.toMatchObject({ code: 'sent_back' })
  for (const letter of ['2', '3']) {
    await bring(pulls, letter, [...files, aFile(`${letter}.md`)])
    await sendBack(pulls)
  }
  const named = [1, 2, 3].map((number) => `part ${number} of ${count} of plan.md`).join('; ')
  const moved = (await pulls.world.events('job_moved')).at(-1)
  expect(moved?.data.reason).toBe(
    `What was rejected came back unchanged 2 times: ${named}${count === 4 ? ', and 1 more' : ''}.`,
  )
})

test('rejecting it again in a comment stops the job as well', async () => {
  const pulls = await rejected()
  await bring(pulls, '2')
  await sendBack(pulls)
  await bring(pulls, '3')
  await pulls.submit('comment', { verdicts: [no()] })
  expect(await pulls.world.job()).toMatchObject({ status: 'stopped' })
})

test('a part that two have rejected is named once, and complaints beside it', async () => {
  const pulls = await rejected()
  await bring(pulls, '2')
  await pulls.submit('request_changes', { by: EVE, verdicts: [no()], threads: [aDraft('t1')] })
  await bring(pulls, '3')
  await sendBack(pulls)
  expect(await stalls(pulls)).toMatchObject([{ threads: [], hunks: ['h2'], parts: [{ path: 'plan.md' }] }])
})

test('a round without it begins the count anew', async () => {
  const pulls = await rejected()
  await bring(pulls, '2')
  await sendBack(pulls)
  await bring(pulls, '3', [aFile('plan.md', ['h1', 'h2b'])])
  await sendBack(pulls)
  await bring(pulls, '4')
  await sendBack(pulls)
  expect(await stalls(pulls)).toEqual([])
})

test('what people push in between brings nothing back', async () => {
  const pulls = await rejected()
  await bring(pulls, '2')
  await pulls.join('3', ADA, { files: TWO })
  await sendBack(pulls)
  expect(await stalls(pulls)).toEqual([])
  await bring(pulls, '4')
  await sendBack(pulls)
  expect(await stalls(pulls)).toHaveLength(1)
})

test('whoever accepts it with the same review that asks for something else stops nothing', async () => {
  const pulls = await rejected()
  await bring(pulls, '2')
  await sendBack(pulls)
  await bring(pulls, '3')
  await pulls.submit('request_changes', { verdicts: [no({ verdict: 'accepted' })], text: 'But the title.' })
  expect(await stalls(pulls)).toEqual([])
})

test('nobody accepts with their review what somebody else has rejected, nor another part by accepting one', async () => {
  const others = await broughtBack()
  await others.submit('request_changes', { by: EVE, verdicts: [no({ verdict: 'accepted' })], text: 'The title.' })
  expect(await stalls(others)).toHaveLength(1)

  for (const accepted of [no({ hunk: 'h1' }), no({ path: '3.md', file: 'file:h2', hunk: 'h2' })]) {
    const pulls = await broughtBack([...TWO, aFile('3.md', ['h2'])])
    await pulls.submit('request_changes', { verdicts: [{ ...accepted, verdict: 'accepted' }], text: 'The title.' })
    expect(await stalls(pulls)).toHaveLength(1)
  }
})

test('whoever accepts another part in a comment, or rejects the whole, stops nothing', async () => {
  for (const answer of ['comment', 'reject'] as const) {
    const pulls = await broughtBack()
    const verdicts = answer === 'reject' ? [no()] : [no({ hunk: 'h1', verdict: 'accepted' })]
    await pulls.submit(answer, { by: EVE, verdicts, text: 'Hm.' })
    expect(await stalls(pulls)).toEqual([])
  }
})
