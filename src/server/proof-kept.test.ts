import { expect, test } from 'vitest'
import type { GivenTo } from '../api/operations.ts'
import { type CheckpointId, PullId, TenantId, ThreadId } from '../model/ids.ts'
import { codeOf } from '../testing/desk-folder.ts'
import { PLAN, plan } from '../testing/plan-work.ts'
import { aServedHouse } from '../testing/served-house.ts'

type Answer = Partial<GivenTo<'answer_checkpoint'>>

const LONG_AGO = '2020-01-01T00:00:00.000Z'

test.for<readonly [why: string, answer: Answer, refused: string]>([
  ['a grant', { review: { answer: 'approve', grant: { count: 2 } } }, 'grant_unfit'],
  ['a grant among several', { review: { answer: 'approve', grant: { count: 2 } }, batch: true }, 'grant_in_batch'],
  ['an answer that it does not take', { review: { answer: 'respond', value: LONG_AGO } }, 'answer_not_allowed'],
  ['another content', { content_hash: `sha256:${'0'.repeat(64)}` }, 'stale_content'],
])('a code is not used up by what is refused whatever it proves: %s', async ([, unfit, refused]) => {
  const house = await aServedHouse()
  const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
  const rob = house.as('reviewer')
  await rob.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  const code = house.shown.at(-1)?.code ?? ''
  const answer = { checkpoint, content_hash, review: { answer: 'approve' }, code } as const
  expect(await codeOf(rob.call('answer_checkpoint', { ...answer, ...unfit }))).toBe(refused)
  expect(await rob.call('answer_checkpoint', answer)).toMatchObject({ status: 'approved' })
})

type Review = Partial<GivenTo<'submit_review'>>

const BLOCKING = { id: ThreadId.parse('t1'), kind: 'blocking', text: 'Not yet.', anchor: null } as const
const OTHER = { path: 'other.md', file: 'x', hunk: null, verdict: 'accepted' } as const

test.for<readonly [why: string, review: Review, refused: string]>([
  ['another commit', { head: 'b'.repeat(40) }, 'step_up_needed'],
  ['another content', { content_hash: `sha256:${'0'.repeat(64)}` }, 'step_up_needed'],
  ['a comment that blocks', { threads: [BLOCKING] }, 'unresolved_threads'],
  ['a verdict on a file that does not change', { verdicts: [OTHER] }, 'invalid_input'],
  ['a thread on lines that are not there', { threads: [onLine(99)] }, 'invalid_input'],
])('a code is not used up by a review of work that is refused whatever it proves: %s', async ([, unfit, refused]) => {
  const { rob, review } = await withCode()
  expect(await codeOf(rob.call('submit_review', { ...review, ...unfit }))).toBe(refused)
  expect(await rob.call('submit_review', review)).toMatchObject({ status: 'approved' })
  // It was good for one.
  expect(await codeOf(rob.call('submit_review', review))).toBe('step_up_needed')
})

test('invariant 20: a code that is not right is told before anything else of a review, and counts as a try', async () => {
  const { rob, review } = await withCode()
  for (const unfit of [{ threads: [BLOCKING] }, { verdicts: [OTHER] }, { threads: [onLine(99)] }, {}, {}])
    expect(await codeOf(rob.call('submit_review', { ...review, ...unfit, code: 'AAAA-AAAA' }))).toBe('step_up_needed')
  expect(await codeOf(rob.call('submit_review', review))).toBe('step_up_needed')
})

test('invariant 34: whatever proof somebody of another tenant brings, they are told the same as where there is no pull request', async () => {
  const { house, review } = await withCode()
  const ole = house.as({ token: await house.addPerson('ole', 'reviewer', [TenantId.parse('other')]) })
  const absent = PullId.parse('job-1:phase-9-strategic')
  for (const { code, ...proof } of [
    { code: 'AAAA-AAAA' },
    { assertion: SIGNED },
    { passphrase: 'one two three' },
    {},
  ]) {
    for (const pull of [review.pull, absent]) {
      const said = ole.call('submit_review', { ...review, pull, code, ...proof } as never)
      await expect(said).rejects.toMatchObject({
        code: 'not_found',
        message: `There is no pull request ${pull}, or it is not yours to see.`,
      })
    }
  }
})

const SIGNED = {
  id: 'aaaa',
  type: 'public-key',
  response: { clientDataJSON: 'aaaa', authenticatorData: 'aaaa', signature: 'aaaa' },
} as const

/** Work that can't be undone, held for somebody who has asked for a code and reviews it with that. */
async function withCode() {
  const house = await aServedHouse()
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'work', version: '1' }, (job) =>
    job.phase({ ...PLAN, irreversible: true }, plan),
  )
  await leeway.start(program, { key: 'a', input: null })
  const rob = house.as('reviewer')
  const [{ id: pull, head } = { id: '' as PullId, head: '' }] = (await rob.call('list_pulls', {})).rows
  const held = (await rob.call('read_pull', { pull })).checkpoint
  const [checkpoint, content_hash] = [held?.id ?? ('' as CheckpointId), held?.content_hash ?? '']
  await rob.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  const code = house.shown.at(-1)?.code ?? ''
  return { house, rob, review: { pull, head, content_hash, answer: 'approve', code } as const }
}

function onLine(line: number) {
  const anchor = { path: 'plan.md', side: 'new', first: line, last: line, quote: ['?'], before: [], after: [] } as const
  return { id: ThreadId.parse('t1'), kind: 'nit', text: 'Where?', anchor } as const
}
