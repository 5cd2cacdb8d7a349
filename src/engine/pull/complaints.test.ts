import { expect, test } from 'vitest'
import type { Anchor } from '../../model/anchor.ts'
import type { RemarkAnswer } from '../../model/remark-answer.ts'
import { A_FAILURE, EVE, ROB, SCOUT } from '../../testing/builders.ts'
import { aDraft, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { type Complaints, timesBack } from './complaints.ts'

type Did = RemarkAnswer['did']
/** Says once more what is wrong; `round` is counted from 1. */
type Complain = (pulls: PullWorld, round: number) => Promise<unknown>

const SAME = 'The budget is too low.'

async function aPlan(): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  return pulls
}

/** The agent brings a round, and says the same to everything that waits. */
async function bring(pulls: PullWorld, round: number, did: Did = 'fixed'): Promise<void> {
  pulls.world.pass(60)
  const { unanswered } = await pulls.pull()
  await pulls.push(`${round}`, { answers: unanswered.map((thread) => ({ thread, did, text: 'Hm.' })) })
  await pulls.revise(did)
  pulls.world.pass(60)
}

/** How often it was sent back by the time that the job was stopped, up to four times. */
async function sentBackUntilStopped(complain: Complain, did: Did = 'fixed'): Promise<number | 'never'> {
  const pulls = await aPlan()
  for (let round = 1; round <= 4; round++) {
    await complain(pulls, round)
    if ((await pulls.world.job()).status === 'stopped') return round
    await bring(pulls, round + 1, did)
  }
  return 'never'
}

const sendBack = (pulls: PullWorld, text = '') => pulls.submit('request_changes', { text })
const begin = (pulls: PullWorld, id: string, { text = SAME, path = 'plan.md' } = {}) => {
  const { anchor } = aDraft(id)
  return pulls.submit('request_changes', { threads: [aDraft(id, { text, anchor: anchor && { ...anchor, path } })] })
}

const ofWhole = (pulls: PullWorld, id: string) =>
  pulls.submit('request_changes', { threads: [aDraft(id, { text: SAME, anchor: null })] })

/** Begins a thread, and goes on with it. */
const inThread =
  (go: (pulls: PullWorld) => Promise<unknown>): Complain =>
  async (pulls, round) => {
    if (round === 1) return begin(pulls, 't1')
    await go(pulls)
    return sendBack(pulls)
  }

const replies = inThread((pulls) => pulls.say('t1', { do: 'reply', text: 'Still.' }))
const reopens = inThread((pulls) => pulls.say('t1', { do: 'reopen', text: 'Still.' }))
const beginsAnew: Complain = (pulls, round) => begin(pulls, `t${round}`)
const remarks: Complain = (pulls) => sendBack(pulls, SAME)
/** As whoever answers from a list or a notice does, without opening the pull request. */
const byCheckpoint = async (pulls: PullWorld, reason = SAME) => {
  const { checkpoint } = await pulls.pull()
  return pulls.world.review(checkpoint ?? '', { answer: 'request_changes', reason })
}

test.for<[string, Complain, Did]>([
  ['a thread that is taken up again', reopens, 'fixed'],
  ['a reply to what was called fixed', replies, 'fixed'],
  ['a reply to what was declined', replies, 'declined'],
  ['a new thread in the same words on the same file', beginsAnew, 'fixed'],
  ['the same where it was declined', beginsAnew, 'declined'],
  ['the same words about the whole', remarks, 'fixed'],
  ['the same where they were declined', remarks, 'declined'],
  ['the same words by the id of the checkpoint', (pulls) => byCheckpoint(pulls), 'fixed'],
  [
    'one time by that id, the others by the pull request',
    (pulls, round) => (round === 2 ? sendBack : byCheckpoint)(pulls, SAME),
    'fixed',
  ],
  [
    'a thread that is taken up again, and sent back by that id',
    async (pulls, round) => {
      if (round === 1) return begin(pulls, 't1')
      await pulls.say('t1', { do: 'reopen', text: 'Still.' })
      return byCheckpoint(pulls, `Round ${round}.`)
    },
    'fixed',
  ],
  [
    'the same words in other letters and spaces',
    (pulls, round) => sendBack(pulls, [SAME, `  ${SAME.toUpperCase()}`, SAME.replace(' ', '\n\t')][round - 1]),
    'fixed',
  ],
  [
    'a reply, and then a thread in the words of that reply',
    async (pulls, round) => {
      if (round === 1) return begin(pulls, 't1', { text: 'Too low.' })
      if (round > 2) return begin(pulls, 't2')
      await pulls.say('t1', { do: 'reply', text: SAME })
      return sendBack(pulls)
    },
    'fixed',
  ],
  [
    'a thread about the whole, and then words about it',
    (pulls, round) => (round === 1 ? ofWhole(pulls, 't1') : sendBack(pulls, SAME)),
    'fixed',
  ],
  [
    'words about the whole, and then threads about it',
    (pulls, round) => (round === 1 ? sendBack(pulls, SAME) : ofWhole(pulls, `t${round}`)),
    'fixed',
  ],
  [
    'words about the whole that are a thread in between',
    (pulls, round) => (round === 2 ? ofWhole(pulls, 't1') : sendBack(pulls, SAME)),
    'fixed',
  ],
])('what comes back twice stops the job instead of a third loop: %s', async ([, complain, did]) => {
  expect(await sentBackUntilStopped(complain, did)).toBe(3)
})

test.for<[string, Complain, Did]>([
  ['a talk in which the agent asks back', replies, 'question'],
  ['words about the whole that it asks back about', remarks, 'question'],
  ['a new thread that it asks back about', beginsAnew, 'question'],
  ['another complaint by the id of the checkpoint', (pulls, round) => byCheckpoint(pulls, `${SAME} ${round}`), 'fixed'],
  ['another complaint each time', (pulls, round) => sendBack(pulls, `${SAME} ${round}`), 'fixed'],
  [
    'words that lead to other comments each time',
    (pulls, round) => {
      const threads = [aDraft(`t${round}`, { text: `About ${round}.` })]
      return pulls.submit('request_changes', { text: 'See my comments.', threads })
    },
    'fixed',
  ],
  [
    'the same words of other lines',
    (pulls, round) => {
      const { anchor } = aDraft('t')
      const there = anchor && { ...anchor, first: 10 * round, last: 10 * round, quote: [`line ${round}`] }
      return pulls.submit('request_changes', { threads: [aDraft(`t${round}`, { text: 'Typo.', anchor: there })] })
    },
    'fixed',
  ],
  ['the same words of other files', (pulls, round) => begin(pulls, `t${round}`, { path: `${round}.md` }), 'fixed'],
])('what is no complaint that came back stops nothing: %s', async ([, complain, did]) => {
  expect(await sentBackUntilStopped(complain, did)).toBe('never')
})

test('what came back is named: threads by their ids, words about the whole by themselves', async () => {
  const pulls = await aPlan()
  for (const round of [1, 2, 3]) {
    const threads = [aDraft(`t${round}`, { text: 'Louder.' })]
    await pulls.submit('request_changes', { text: SAME, threads })
    if (round < 3) await bring(pulls, round + 1)
  }
  const [stalled] = await pulls.world.events('review_stalled')
  expect(stalled?.data).toEqual({ pull: 'job-1:phase-1-strategic', threads: ['t3'], hunks: [] })
  expect((await pulls.world.events('job_moved')).at(-1)?.data.reason).toBe('The same complaint came back 2 times: t3.')
  const others = await aPlan()
  for (const round of [1, 2, 3]) {
    await remarks(others, round)
    if (round < 3) await bring(others, round + 1)
  }
  expect((await others.world.events('review_stalled')).map(({ data }) => data)).toMatchObject([{ whole: SAME }])
})

test('invariant 17: an agent that says the same for the third time stops nothing', async () => {
  const pulls = await aPlan()
  for (const round of [2, 3]) {
    await byCheckpoint(pulls)
    await bring(pulls, round)
  }
  const { checkpoint } = await pulls.pull()
  const again = { answer: 'request_changes', reason: SAME } as const
  await expect(pulls.world.review(checkpoint ?? '', again, { by: SCOUT })).rejects.toMatchObject({
    code: 'actor_not_human',
  })
  expect(await pulls.world.events('review_stalled')).toEqual([])
  expect((await pulls.world.job()).status).not.toBe('stopped')
})

test('talk in comments stops nothing, however often it comes back', async () => {
  const talk: Complain = async (pulls, round) => {
    await pulls.submit('comment', { text: SAME })
    return sendBack(pulls, `Another thing: ${round}.`)
  }
  expect(await sentBackUntilStopped(talk)).toBe('never')
  const pulls = await aPlan()
  for (const round of [1, 2]) {
    await beginsAnew(pulls, round)
    await bring(pulls, round + 1)
  }
  await pulls.submit('comment', { text: SAME, threads: [aDraft('t3', { text: SAME })] })
  expect(await pulls.thread('t3')).toMatchObject({ returns: 2 })
  expect((await pulls.world.job()).status).not.toBe('stopped')
})

test('who says it twice of one round has come back once', async () => {
  const pulls = await aPlan()
  await pulls.submit('request_changes', { text: SAME, threads: [aDraft('t1', { text: SAME })] })
  await bring(pulls, 2)
  await pulls.say('t1', { do: 'reply', text: 'Still.' })
  await pulls.say('t1', { do: 'reply', text: 'Really.' }, EVE)
  await pulls.say('t1', { do: 'resolve' })
  pulls.world.pass(60)
  await pulls.say('t1', { do: 'reopen', text: 'No, it is not.' })
  await pulls.submit('request_changes', { text: SAME, threads: [aDraft('t2', { text: SAME })] })
  await pulls.submit('request_changes', { by: EVE, text: SAME })
  expect(await pulls.thread('t1')).toMatchObject({ returns: 1 })
  expect(await pulls.thread('t2')).toMatchObject({ returns: 1 })
  expect((await pulls.world.job()).status).not.toBe('stopped')
})

test('a word of thanks in a settled thread is no complaint', async () => {
  const pulls = await aPlan()
  await begin(pulls, 't1')
  await bring(pulls, 2)
  await pulls.say('t1', { do: 'resolve' }, ROB)
  await pulls.say('t1', { do: 'reply', text: 'Thanks.' }, ROB)
  expect(await pulls.thread('t1')).toMatchObject({ state: 'resolved', returns: 0 })
  expect(await pulls.pull()).toMatchObject({ unanswered: [], blocking: [] })
})

const ANCHOR: Anchor = {
  ...{ path: 'plan.md', side: 'new', kind: 'lines', first: 10, last: 12 },
  ...{ quote: ['a', 'b', 'c'], before: [], after: [] },
}
const said = (given: Partial<Complaints['threads'][number]> = {}): Complaints['threads'][number] => ({
  ...{ texts: [SAME], anchor: ANCHOR, place: null, opened_at: '2026-05-04T12:00:00.000Z', times: 1 },
  ...given,
})

test.for<[string, Partial<Anchor>, number]>([
  ['the same lines', {}, 1],
  ['lines that begin with its last', { first: 12, last: 20, quote: ['x'] }, 1],
  ['lines that end with its first', { first: 1, last: 10, quote: ['x'] }, 1],
  ['lines behind it', { first: 13, last: 20, quote: ['x'] }, 0],
  ['lines before it', { first: 1, last: 9, quote: ['x'] }, 0],
  ['the same text elsewhere in the file', { first: 50, last: 52 }, 1],
  ['a part of that text elsewhere', { first: 50, last: 51, quote: ['a', 'b'] }, 0],
  ['more than that text elsewhere', { first: 50, last: 53, quote: ['a', 'b', 'c', 'd'] }, 0],
  ['as many other lines elsewhere', { first: 50, last: 52, quote: ['a', 'b', 'x'] }, 0],
  ['the same lines of another file', { path: 'other.md' }, 0],
])('the same words of %s', ([, given, times]) => {
  expect(timesBack({ threads: [said()], remarks: [] }, { anchor: { ...ANCHOR, ...given }, text: SAME })).toBe(times)
})

test('a complaint is followed to where its lines are by now', () => {
  const place = { path: 'plan.md', first: 40, last: 42 }
  const anchor = { ...ANCHOR, first: 41, last: 41, quote: ['x'] }
  expect(timesBack({ threads: [said({ place })], remarks: [] }, { anchor, text: SAME })).toBe(1)
  expect(timesBack({ threads: [said()], remarks: [] }, { anchor, text: SAME })).toBe(0)
})

test('what is said of the whole is no complaint about lines, nor the other way round', () => {
  const remarks = [{ words: 'the budget is too low.', at: '2026-05-04T12:00:00.000Z', of: 'chk-1#1' }]
  const whole = said({ anchor: null })
  expect(timesBack({ threads: [whole], remarks }, { anchor: ANCHOR, text: SAME })).toBe(0)
  expect(timesBack({ threads: [said()], remarks: [] }, { anchor: null, text: SAME })).toBe(0)
  expect(timesBack({ threads: [], remarks }, { anchor: null, text: SAME })).toBe(1)
})

test('a thread about the whole knows what was said before it, and counts only what was said behind it', () => {
  const of = (minute: number) => ({
    ...{ words: 'the budget is too low.', at: `2026-05-04T12:0${minute}:00.000Z`, of: `chk-1#${minute}` },
  })
  const threads = [said({ anchor: null, opened_at: of(5).at, times: 2 })]
  const times = (...minutes: readonly number[]) =>
    timesBack({ threads, remarks: minutes.map(of) }, { anchor: null, text: SAME })
  expect([times(), times(4), times(5), times(6), times(6, 7), times(1, 2, 3)]).toEqual([2, 2, 2, 3, 4, 3])
})

test('what stopped the job is named briefly', async () => {
  const reasonFor = async (words: string) => {
    const pulls = await aPlan()
    for (const round of [1, 2, 3]) {
      await sendBack(pulls, words)
      if (round < 3) await bring(pulls, round + 1)
    }
    return (await pulls.world.events('job_moved')).at(-1)?.data.reason
  }
  const line = (words: string) => `The same complaint came back 2 times: "${words}".`
  expect(await reasonFor('Too  loud.')).toBe(line('Too loud.'))
  expect(await reasonFor('x'.repeat(80))).toBe(line('x'.repeat(80)))
  expect(await reasonFor('x'.repeat(81))).toBe(line(`${'x'.repeat(80)}…`))
})

test('a job that is stopped already stays so, and the review counts', async () => {
  const pulls = await aPlan()
  for (const round of [2, 3]) {
    await sendBack(pulls, SAME)
    await bring(pulls, round)
  }
  await pulls.world.ask({ gate: A_FAILURE })
  await sendBack(pulls, SAME)
  expect(await pulls.world.events('review_stalled')).toHaveLength(1)
  expect(await pulls.world.events('job_moved')).toHaveLength(1)
})

test('who says the same in two thousand letters means the same, however it goes on', () => {
  const long = 'x'.repeat(2000)
  const threads = [said({ texts: [`${long}a`] })]
  expect(timesBack({ threads, remarks: [] }, { anchor: ANCHOR, text: `${long}b` })).toBe(1)
  expect(timesBack({ threads, remarks: [] }, { anchor: ANCHOR, text: `${long.slice(1)}b` })).toBe(0)
})
