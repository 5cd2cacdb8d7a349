import { expect, test } from 'vitest'
import { quote } from '../../model/quote.ts'
import { misleadingPatterns } from './misleading-patterns.ts'

const rule = (match: unknown) => ({ match, because: 'x' })
const messages = (pattern: unknown) =>
  misleadingPatterns([rule({ tool: 'pay', args: { amount: pattern } })]).map(({ message }) => message)

test.for([
  ...['>500', '> 500', '>=500', '<= 3', ' < -0.5', '<.5', '≥3'],
  ...['!= x', '!=x', '!== 3', '== draft', '=== 3', '<> 7', '≠ 7'],
])('%s looks like a comparison', (pattern) => {
  expect(messages(pattern)).toEqual([
    expect.stringContaining(`The pattern ${quote(pattern)} looks like a comparison, and patterns have none`),
  ])
})

test.for([
  ...['500', '*500', '> /dev/null', '> quoted words', '<b>*', '<', '>', '!', '!important', '=', '=SUM(*)'],
  ...['->5', '-> 5', 'a > 5', '<?xml*', { regex: '>500' }, 7],
])('%j is a text like any other', (pattern) => {
  expect(messages(pattern)).toEqual([])
})

test('what can be done instead follows from what was meant', () => {
  expect(messages('>500')[0]).toContain('{ regex: "^[0-9]{4,}" }')
  expect(messages('== ann')[0]).toContain('Write the text by itself')
  expect(messages('!= ann')[0]).toContain('allow the forms that you know')
})

test('each is told with its place, whatever else is wrong with the rules', () => {
  const rules = [7, null, rule(undefined), rule({ tool: '>= 3', args: { 'a/b.c': '>1', d: '>2', e: 'x' } })]
  expect(misleadingPatterns(rules).map(({ path }) => path)).toEqual([
    '/rules/3/match/tool',
    '/rules/3/match/args/a~1b.c',
    '/rules/3/match/args/d',
  ])
  for (const none of [undefined, null, 'rules', {}]) expect(misleadingPatterns(none)).toEqual([])
})
