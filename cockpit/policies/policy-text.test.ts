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

test('a form changes one rule, and every other stays as it was written', () => {
  const text = `rules:
  # what leaves the house
  - match: { tool: "send_*" } # all of them
    then: ask
  - match: { tool: shell, args: { command: "rm *" } }
    then: deny
`
  const { value } = readPolicyText(text) as { value: { rules: readonly unknown[] } }
  const [first, second] = value.rules as readonly [object, object]
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
  const own = { match: { tool: 'pay', args: { amount: { regex: '^9' } } }, then: 'ask' }
  expect(withAxis(text, 'rules', [first, second, own])).toBe(
    `${text}  - match: { tool: pay, args: { amount: { regex: ^9 } } }\n    then: ask\n`,
  )
  expect(withAxis(text, 'rules', [first, { ...second, because: 'By people.' }])).toBe(
    `${text}    because: By people.\n`,
  )
  expect(withAxis(text, 'rules', [second])).toBe(
    'rules:\n  # what leaves the house\n  - match: { tool: shell, args: { command: "rm *" } }\n    then: deny\n',
  )
})

test('what a form adds reads as if somebody had written it', () => {
  const phases = withAxis('preset: standard\n', 'overrides', { build: { error_tolerance: 'low' } })
  expect(phases).toBe('preset: standard\noverrides:\n  build: { error_tolerance: low }\n')
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
  expect(withAxis('', 'rules', [{ match: { tool: 'a' }, then: 'deny' }])).toBe(
    'rules:\n  - match: { tool: a }\n    then: deny\n',
  )
  expect(withAxis('limits: { max_total_errors: 2 } # few\n', 'limits', { max_total_errors: 3 })).toBe(
    'limits: { max_total_errors: 3 } # few\n',
  )
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
