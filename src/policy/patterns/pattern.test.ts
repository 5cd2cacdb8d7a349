import { expect, test } from 'vitest'
import * as z from 'zod'
import { compilePattern, Pattern } from './pattern.ts'

const messages = (pattern: unknown) => Pattern.safeParse(pattern).error?.issues.map((issue) => issue.message)

test.for(['', 'rm *', '(a+)+$', { regex: '(a+)+$' }, { regex: '' }] as const)('%j is a pattern', (pattern) => {
  expect(Pattern.parse(pattern)).toEqual(pattern)
})

test.for([7, null, true, [], ['rm *'], {}, { regex: 7 }, { glob: 'a' }] as const)('%j is none', (pattern) => {
  expect(messages(pattern)).toEqual(['A pattern is a glob such as "rm *", or {"regex": "…"}.'])
})

test('a key beside the regular expression is named', () => {
  expect(messages({ regex: 'a', flags: 'i' })?.[0]).toContain('Unknown key "flags".')
})

test('a glob of more than 1000 characters is refused', () => {
  expect(messages('a'.repeat(1000))).toBeUndefined()
  expect(messages('a'.repeat(1001))).toHaveLength(1)
})

test('a bad regular expression is refused in words and at its place', () => {
  const Rule = z.object({ tool: Pattern })
  expect(Rule.safeParse({ tool: { regex: '(a)\\1' } }).error?.issues).toMatchObject([
    {
      message: 'The regular expression uses a back-reference, which is not supported.',
      path: ['tool', 'regex'],
    },
  ])
})

test('a text is a glob and fits whole texts; a regular expression is searched for', () => {
  expect(compilePattern('rm*')('rm -rf')).toBe(true)
  expect(compilePattern('rm')('rm -rf')).toBe(false)
  expect(compilePattern({ regex: 'rm' })('sudo rm -rf')).toBe(true)
  expect(compilePattern({ regex: 'rm*' })('x')).toBe(false)
})
