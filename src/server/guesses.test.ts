import { expect, test } from 'vitest'
import { codeOf } from '../testing/desk-folder.ts'
import { aServedHouse } from '../testing/served-house.ts'

test('a passphrase is not guessed without end, and what is right costs nobody a guess', async () => {
  const house = await aServedHouse()
  await house.desk.setPassphrase('correct horse')
  const admin = house.as('admin')
  const approve = async (passphrase: string) => {
    const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
    const answer = { checkpoint, content_hash, review: { answer: 'approve' }, passphrase } as const
    return codeOf(admin.call('answer_checkpoint', answer).then(({ status }) => status))
  }
  for (let right = 0; right < 3; right += 1) expect(await approve('correct horse')).toBe('approved')
  const guesses = await Promise.all(Array.from({ length: 8 }, (_, at) => approve(`guess number ${at}`)))
  expect(guesses.toSorted()).toEqual([...Array(5).fill('step_up_needed'), ...Array(3).fill('too_many_requests')])
  expect(await approve('correct horse')).toBe('too_many_requests')
})
