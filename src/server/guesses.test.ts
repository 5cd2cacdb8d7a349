import { expect, test } from 'vitest'
import { codeOf } from '../testing/desk-folder.ts'
import { aServedHouse } from '../testing/served-house.ts'

test('a passphrase is not guessed without end, one after the other or at once, and what is right costs nobody a guess', async () => {
  const house = await aServedHouse()
  await house.desk.setPassphrase('correct horse')
  const admin = house.as('admin')
  const held = await Promise.all(Array.from({ length: 8 }, () => house.hold({ terms: { irreversible: true } })))
  const approveWith = (passphrases: readonly string[]) =>
    held.map(({ id: checkpoint, content_hash }, at) => {
      const answer = { checkpoint, content_hash, review: { answer: 'approve' }, passphrase: passphrases[at] } as const
      return codeOf(admin.call('answer_checkpoint', answer).then(({ status }) => status))
    })
  const guesses = Array.from({ length: 7 }, (_, at) => `guess number ${at}`)
  // The right one comes last, when the others are still being looked at.
  const [last, ...wrong] = (await Promise.all(approveWith([...guesses, 'correct horse']))).toReversed()
  expect(last).toBe('too_many_requests')
  expect(wrong.toSorted()).toEqual([...Array(5).fill('step_up_needed'), ...Array(2).fill('too_many_requests')])
})

test('many who are right at once are all let in', async () => {
  const house = await aServedHouse()
  await house.desk.setPassphrase('correct horse')
  const approve = async () => {
    const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
    const answer = { checkpoint, content_hash, review: { answer: 'approve' }, passphrase: 'correct horse' } as const
    return (await house.as('admin').call('answer_checkpoint', answer)).status
  }
  expect(await Promise.all(Array.from({ length: 8 }, approve))).toEqual(Array(8).fill('approved'))
})
