import { describe, expect, test } from 'vitest'
import { A_SECRET, ADA, EVE, ROB } from '../../testing/builders.ts'
import { aDraft, aFile, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { ownAt } from '../tables.ts'
import { noteStuck } from './note-stuck.ts'
import { saveDrafts } from './save-drafts.ts'

const verdict = (given: object = {}) => ({
  ...({ path: 'plan.md', file: 'file:h1', hunk: 'h1', verdict: 'rejected', reason: '' } as const),
  ...given,
})

async function aPlan(terms: Parameters<PullWorld['held']>[1] = {}): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held({}, terms)
  return pulls
}

const asked = async (pulls: PullWorld) => pulls.world.checkpoint((await pulls.pull()).checkpoint ?? '')

test.for([
  ['Nice.', 'Nice.'],
  [' ', null],
] as const)('an approval with the words %j is kept with %j', async ([text, reason]) => {
  const pulls = await aPlan()
  await pulls.submit('approve', { text })
  expect(await asked(pulls)).toMatchObject({ resolution: { reason } })
})

test.for([
  ['one comment', { threads: [aDraft('t1')] }, 'One comment.', true],
  ['two comments', { threads: [aDraft('t1'), aDraft('t2')] }, '2 comments.', true],
  ['a verdict alone', { verdicts: [verdict()] }, 'Some of it is not accepted as it is.', undefined],
  ['words', { text: 'Louder.', threads: [aDraft('t1')] }, 'Louder.', undefined],
] as const)(
  'work that is sent back with %s says so, and the agent answers words alone',
  async ([, given, text, wordless]) => {
    const pulls = await aPlan()
    await pulls.submit('request_changes', given)
    const { remarks, sent_back } = await asked(pulls)
    expect(sent_back).toBe(true)
    expect(remarks.map((remark) => [remark.text, remark.wordless])).toEqual([[text, wordless]])
  },
)

test.for([
  ['one comment', 1, {}, 'Changes are requested without a word about the whole. This thread still stands: t1.'],
  [
    'many',
    7,
    {},
    'Changes are requested without a word about the whole. These threads still stand: t1, t2, t3, t4, t5, and 2 more.',
  ],
  [
    'one comment, and a yes to a part',
    1,
    { verdicts: [verdict({ verdict: 'accepted' })] },
    'Changes are requested without a word about the whole. This thread still stands: t1.',
  ],
  [
    'one comment, and a no to a part',
    1,
    { verdicts: [verdict()] },
    'Some of it is not accepted as it is. This thread still stands: t1.',
  ],
  ['one comment, and another one', 1, { threads: [aDraft('new')] }, 'One comment. This thread still stands: t1.'],
] as const)('work that is sent back without words over %s names what still stands', async ([, count, given, text]) => {
  const pulls = await aPlan()
  const threads = Array.from({ length: count }, (_, at) => aDraft(`t${at + 1}`, { kind: 'question' }))
  await pulls.submit('comment', { by: EVE, threads })
  await pulls.submit('request_changes', given)
  expect(await asked(pulls)).toMatchObject({ remarks: [{ text, wordless: true }] })
})

test('a comment without words leaves its threads alone behind', async () => {
  const pulls = await aPlan()
  await pulls.submit('comment', { threads: [aDraft('t1')] })
  expect(await asked(pulls)).toMatchObject({ remarks: [] })
})

test.for([
  ['a thread', { threads: [aDraft('t1', { text: A_SECRET })] }],
  ['its words', { text: A_SECRET }],
  ['a verdict', { verdicts: [verdict({ reason: A_SECRET })] }],
] as const)('invariant 33: no literal secret is in %s', async ([, given]) => {
  const pulls = await aPlan()
  await expect(pulls.submit('comment', given)).rejects.toMatchObject({ code: 'literal_secret' })
  expect(await pulls.world.events('review_submitted')).toEqual([])
})

test('whoever rejects the whole says why in words, whatever they wrote beside it', async () => {
  const pulls = await aPlan()
  await expect(pulls.submit('reject', { threads: [aDraft('t1')], text: ' ' })).rejects.toThrow('Say why, in a sentence')
  expect(await pulls.pull()).toMatchObject({ status: 'open' })
})

test.for([
  [null, 'what you judged of plan.md'],
  ['h9', 'the part that you judged of plan.md'],
] as const)('a verdict on what is not there is told what it was on: %j', async ([hunk, what]) => {
  const pulls = await aPlan()
  await expect(pulls.submit('comment', { verdicts: [verdict({ file: 'other', hunk })] })).rejects.toThrow(what)
})

test('whoever comes after nobody has answered is told that, whatever is on their screen', async () => {
  const pulls = await aPlan({ timeout_seconds: 60, on_timeout: { do: 'park' } })
  pulls.world.pass(60)
  await pulls.world.expire((await pulls.pull()).checkpoint ?? '')
  expect(await pulls.pull()).toMatchObject({ status: 'open' })
  await expect(pulls.submit('approve', { head: 'old' })).rejects.toMatchObject({ code: 'expired' })
})

test('a thread about the whole is open from the beginning', async () => {
  const pulls = await aPlan()
  await pulls.submit('comment', { threads: [aDraft('t1', { anchor: null })] })
  expect(await pulls.thread('t1')).toMatchObject({ state: 'open', place: null, anchor: null })
})

test('what somebody has pushed to since its approval can still be sent back or rejected, by whoever could have said no', async () => {
  const pulls = await aPlan()
  await pulls.submit('approve')
  await pulls.join('2', ADA)
  await expect(pulls.submit('approve', { by: EVE })).rejects.toThrow('is not what stands there by now')
  await pulls.submit('request_changes', { by: EVE, text: 'Not like this.' })
  expect(await asked(pulls)).toMatchObject({ spent_at: pulls.world.at(0), remarks: [{ text: 'Not like this.' }] })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
})

describe('what is approved and waits for an answer of the agent', () => {
  async function waiting(terms: Parameters<PullWorld['held']>[1] = {}): Promise<PullWorld> {
    const pulls = await aPlan(terms)
    await pulls.submit('comment', { threads: [aDraft('t1', { kind: 'question' })] })
    await pulls.submit('approve')
    return pulls
  }

  test('is taken back by whoever asks for changes; what was decided stays what it was', async () => {
    const pulls = await waiting()
    const told = await pulls.submit('request_changes', { by: EVE, text: 'Not like this.' })
    expect(told).toEqual({ status: 'approved', revision: 1, missing: 0, grant: null })
    const { content_hash, decision } = await asked(pulls)
    const [spent] = await pulls.world.events('approval_spent')
    expect(spent?.data).toEqual({ content_hash, attempt: null, call: null, decision, voided: false })
    expect(await asked(pulls)).toMatchObject({
      ...{ status: 'approved', sent_back: false, spent_at: pulls.world.at(0), votes: [{ by: 'rob' }] },
      remarks: [{ kind: 'request_changes', text: 'Not like this.' }],
    })
    await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
  })

  test('is taken back without words of its own where threads say it', async () => {
    const pulls = await waiting()
    await pulls.submit('request_changes', { by: EVE, threads: [aDraft('t2')] })
    const remarks = [{ kind: 'request_changes', text: 'One comment. This thread still stands: t1.', wordless: true }]
    expect(await asked(pulls)).toMatchObject({ remarks, spent_at: pulls.world.at(0) })
  })

  test('invariant 10: is rejected as it would have been before, and refused from then on', async () => {
    const pulls = await waiting()
    await pulls.submit('reject', { by: EVE, text: 'Never.' })
    expect(await pulls.pull()).toMatchObject({ status: 'closed' })
    expect(await pulls.world.events('refusal_recorded')).toMatchObject([
      { data: { refusal: { by: EVE, reason: 'Never.' } } },
    ])
    expect(await pulls.world.store.dueEffects(10)).toContainEqual(expect.objectContaining({ kind: 'close_hosted' }))
  })

  test('is taken back by nobody who may not decide, and by nobody who looked at something else', async () => {
    const pulls = await waiting({ approvers: ['rob'] })
    const others = [{ by: EVE }, { by: ROB, content_hash: 'sha256:0' }]
    for (const answer of ['request_changes', 'reject'] as const) {
      for (const given of others) {
        const refused = pulls.submit(answer, { text: 'Not like this.', ...given })
        await expect(refused).rejects.toMatchObject({ code: 'already_resolved' })
      }
    }
    expect(await asked(pulls)).toMatchObject({ spent_at: null })
  })
})

test('whoever looked at an earlier round is told which one has come since', async () => {
  const pulls = await aPlan()
  await pulls.join('2', EVE)
  const { head } = await pulls.pull()
  await expect(pulls.submit('approve', { head: 'old' })).rejects.toMatchObject({
    ...{ code: 'head_moved', details: { head, round: '2' } },
    message: 'Round 2 of job-1:phase-1-strategic has arrived since. Look at it first; what you wrote is kept.',
  })
})

test('whoever blocks and approves in one is told what blocks', async () => {
  const pulls = await aPlan()
  await expect(pulls.submit('approve', { threads: [aDraft('t1')] })).rejects.toThrow('to be resolved first: t1.')
})

test.for(['comment', 'request_changes'] as const)('spaces alone say nothing in a %s', async (answer) => {
  const pulls = await aPlan()
  await expect(pulls.submit(answer, { text: ' \n' })).rejects.toThrow('Say what should change')
})

test('spaces beside a comment are no words', async () => {
  const pulls = await aPlan()
  await pulls.submit('request_changes', { text: ' ', threads: [aDraft('t1')] })
  expect(await asked(pulls)).toMatchObject({ remarks: [{ text: 'One comment.', wordless: true }] })
})

test('what is written elsewhere and was no part of the review is still a draft', async () => {
  const pulls = await aPlan()
  const { id: pull } = await pulls.pull()
  const drafts = ['t1', 't2', 't3'].map((id) => aDraft(id))
  await pulls.world.run(saveDrafts, { pull, by: ROB, drafts })
  await pulls.submit('comment', { threads: drafts.slice(0, 2) })
  expect((await pulls.world.row('drafts', ownAt(pull, 'rob'))).drafts.map(({ id }) => id)).toEqual(['t3'])
})

test('nobody takes back by accepting it what somebody else has rejected', async () => {
  const pulls = await aPlan()
  await pulls.submit('comment', { by: EVE, verdicts: [verdict()] })
  await pulls.submit('comment', { by: ROB, verdicts: [verdict({ verdict: 'accepted' })] })
  expect(await pulls.world.events('verdicts_taken_back')).toEqual([])
  await expect(pulls.submit('approve')).rejects.toMatchObject({ code: 'rejected_parts' })
})

test.for<[string, object, object, readonly number[]]>([
  ['a part again, in another state of its file', { hunk: 'h1' }, { hunk: 'h1', file: 'file:h1+h2' }, [1]],
  ['a whole file again, as it was', { hunk: null }, { hunk: null, file: 'file:h1' }, [1]],
  ['a whole file again, as it is by now', { hunk: null }, { hunk: null, file: 'file:h1+h2' }, [1, 2]],
  ['and then accepts a part', { hunk: 'h1' }, { hunk: 'h1', file: 'file:h1+h2', verdict: 'accepted' }, [2]],
])('whoever rejects %s has said so since round %3$s', async ([, first, second, since]) => {
  const pulls = await aPlan()
  await pulls.submit('comment', { verdicts: [verdict(first)] })
  const same = 'file' in second && second.file === 'file:h1'
  await pulls.join('2', EVE, { files: [aFile('plan.md', same ? ['h1'] : ['h1', 'h2'])] })
  await pulls.submit('comment', { verdicts: [verdict(second)] })
  const { verdicts } = await pulls.world.row('marks', ownAt('job-1:phase-1-strategic', 'rob'))
  expect(verdicts.map(({ round }) => round)).toEqual(since)
})

test.for(['comment', 'request_changes', 'reject'] as const)(
  'whoever answers %s to what is claimed hears that it is being merged, why it is stuck, and what still stops it',
  async (answer) => {
    const pulls = await aPlan()
    await pulls.submit('approve')
    const { id } = await pulls.pull()
    await pulls.claim()
    const reason = 'Unable to create refs/heads/main.lock: File exists.'
    await pulls.world.run(noteStuck, { pull: id, by: ROB, code: 'git_failed', reason })
    await expect(pulls.submit(answer, { by: EVE, text: 'Stop.' })).rejects.toMatchObject({
      code: 'pull_merging',
      message: `${id} is approved and being merged, and no review takes that back any more. It could not be merged yet: ${reason}`,
      details: { next: 'To keep it from being merged, cancel its job: leeway cancel job-1' },
    })
    await expect(pulls.submit('approve', { by: EVE })).rejects.toMatchObject({ code: 'already_resolved' })
  },
)
