import { expect, test } from 'vitest'
import { parseGate } from './parse-gate.ts'

const problemsOf = (input: unknown) => {
  try {
    return parseGate(input)
  } catch (error) {
    return (error as { problems?: unknown }).problems
  }
}

test('a gate is read with its defaults', () => {
  expect(parseGate({ kind: 'phase', phase: 'strategic', number: 0 })).toMatchObject({ number: 1, confidence: null })
})

test.for([
  ['an unknown kind', { kind: 'tol' }, { code: 'invalid_value', path: '/kind' }],
  [
    'a key that would be dropped',
    JSON.parse('{"kind":"tool","tool":"x","args":{"__proto__":1}}'),
    { code: 'forbidden_key', path: '/args/__proto__' },
  ],
  ['half a character', { kind: 'tool', tool: 'x\ud800' }, { code: 'bad_encoding', path: '/tool' }],
  ['a plan in capitals', { kind: 'phase', phase: 'Strategic' }, { code: 'invalid_value', path: '/phase' }],
  ['a plan with a space', { kind: 'phase', phase: 'strategic ' }, { code: 'invalid_value', path: '/phase' }],
  ['a name too long to be one', { kind: 'tool', tool: 'x'.repeat(1001) }, { code: 'invalid_value', path: '/tool' }],
] as const)('%s is refused with its place', ([, input, problem]) => {
  expect(problemsOf(input)).toMatchObject([problem])
})

test('nesting without end is refused, not followed', () => {
  const args: Record<string, unknown> = {}
  args['self'] = args
  expect(problemsOf({ kind: 'tool', tool: 'x', args })).toMatchObject([{ code: 'too_deep' }])
})

test('of very many mistakes the first fifty are told', () => {
  const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`key${index}`, 1]))
  expect(problemsOf({ kind: 'completion', ...keys })).toHaveLength(50)
})
