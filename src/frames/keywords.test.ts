import { expect, test } from 'vitest'
import { foldCase, keywords } from './keywords.ts'
import { STOP_WORDS } from './stop-words.ts'

test.for([
  // text                                keywords
  ['Fix Authentication BUG', ['fix', 'authentication', 'bug']],
  ['fix-the_login/token.ts, then (retry)', ['fix', 'login', 'token', 'retry']],
  ['do it on db id ab abc', ['abc']],
  ['retry Retry RETRY', ['retry']],
  ['oauth2 2026 v10', ['oauth2', '2026', 'v10']],
  ['größe ändern, über café', ['größe', 'ändern', 'über', 'café']],
  ['исправить вход', ['исправить', 'вход']],
  ['हिन्दी', ['हिन्दी']],
  ['the and for with', []],
  ['?! --', []],
  ['', []],
] as const)('the keywords of "%s" are %j', ([text, expected]) => {
  expect([...keywords(text)]).toEqual(expected)
})

test('an accent typed as its own character makes the same word', () => {
  expect([...keywords('Cafe\u0301')]).toEqual(['caf\u00e9'])
  expect(foldCase('CAFE\u0301')).toBe('caf\u00e9')
})

test('the stop list has fifty words, each long enough to be a keyword otherwise', () => {
  expect(STOP_WORDS.size).toBe(50)
  for (const word of STOP_WORDS) expect(word).toMatch(/^[a-z]{3,}$/)
})

test('no stop word is a keyword', () => {
  expect([...keywords([...STOP_WORDS].join(' '))]).toEqual([])
})
