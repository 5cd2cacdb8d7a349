import { expect, test } from 'vitest'
import { underKey } from './under-key.ts'

test('what nobody answered is sent again under its key, and what is said once more after an answer under another', async () => {
  const sent: string[] = []
  const send = (isLost: boolean) => async (key: string) => {
    sent.push(key)
    if (isLost) throw new Error('Nobody answers.')
    return 'done'
  }
  const comment = { answer: 'comment', reason: 'Any news?' }
  await expect(underKey(comment, send(true))).rejects.toThrow('Nobody answers.')
  expect(await underKey({ ...comment }, send(false))).toBe('done')
  await underKey(comment, send(false))
  await underKey({ ...comment, reason: 'Well?' }, send(false))
  expect(sent[1]).toBe(sent[0])
  expect(new Set(sent).size).toBe(3)
})
