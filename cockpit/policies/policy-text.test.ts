import { expect, test } from 'vitest'
import { placeIn, readPolicyText, withAxis } from './policy-text.ts'

const TEXT = `# for the night
preset: jobs/guided
budget_usd: 2 # dollars
rules:
  - match: { tool: send_mail }
    then: ask
`

test('a document is read as it is written', () => {
  expect(readPolicyText(TEXT)).toEqual({
    value: {
      preset: 'jobs/guided',
      budget_usd: 2,
      // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
      rules: [{ match: { tool: 'send_mail' }, then: 'ask' }],
    },
  })
  expect(readPolicyText('')).toEqual({ value: {} })
})

test('a form changes one axis and leaves every comment where it was', () => {
  const changed = withAxis(withAxis(TEXT, 'budget_usd', 5), 'allowed_action_kinds', ['standard'])
  expect(changed).toBe(
    `${TEXT.replace('budget_usd: 2 # dollars', 'budget_usd: 5 # dollars')}allowed_action_kinds: [ standard ]\n`,
  )
  expect(withAxis(TEXT, 'budget_usd', undefined)).toBe(TEXT.replace('budget_usd: 2 # dollars\n', ''))
  expect(withAxis('', 'budget_usd', 1)).toBe('budget_usd: 1\n')
})

test.for([
  ['a: 1\nb: [1, 2\n', 3, 1, 'Flow sequence'],
  ['a: 1\na: 2\n', 2, 1, 'unique'],
  ['- a\n', 1, 1, 'A policy is a map'],
  ['a: &x 1\nb: *x\n', 2, 4, 'alias'],
] as const)('%j is refused at its line and column', ([text, line, column, part]) => {
  const { problems = [] } = readPolicyText(text)
  expect(problems[0]).toMatchObject({ line, column })
  expect(problems[0]?.message).toContain(part)
})

test.for([
  ['/budget_usd', 3, 1],
  ['/rules/0/match/tool', 5, 14],
  ['/rules/0/match/nothing', 5, 5],
  ['', 1, 1],
] as const)('what the server finds wrong at %s is found again in the text', ([pointer, line, column]) => {
  expect(placeIn(TEXT, pointer)).toEqual({ line, column })
})
