import { expect, test } from 'vitest'
import { writtenOnce } from './written-once.ts'

test('the answer to a known word is written once, frozen and shared', () => {
  const asked: string[] = []
  const answers = writtenOnce(['low', 'high'], (word) => {
    asked.push(word)
    return { observed: word }
  })
  expect(asked).toEqual([])
  expect(answers('low')).toBe(answers('low'))
  expect(answers('low')).toEqual({ observed: 'low' })
  expect(Object.isFrozen(answers('low'))).toBe(true)
  expect(answers('high')).toEqual({ observed: 'high' })
  expect(asked).toEqual(['low', 'high'])
})

test('a word that nobody knows is answered and not kept, whatever it is called', () => {
  const answers = writtenOnce(['low'], (word: string) => ({ observed: word }))
  expect(answers('constructor')).toEqual({ observed: 'constructor' })
  expect(answers('constructor')).not.toBe(answers('constructor'))
  expect(Object.isFrozen(answers('constructor'))).toBe(false)
})
