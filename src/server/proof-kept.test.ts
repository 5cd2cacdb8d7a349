import { expect, test } from 'vitest'
import type { GivenTo } from '../api/operations.ts'
import { codeOf } from '../testing/desk-folder.ts'
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
