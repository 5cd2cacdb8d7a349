import { expect, test } from 'vitest'
import type { AnyHeuristic } from './heuristic.ts'
import { BUILT_IN_HEURISTICS, withOwnHeuristics } from './heuristics.ts'

const mine: AnyHeuristic = { name: 'mine', side: 'push', about: 'Always sure.', score: () => 100 }

test('there are four built-in heuristics for a push and three for a pop', () => {
  expect(BUILT_IN_HEURISTICS.map(({ name, side }) => [name, side])).toEqual([
    ['failure_boundary', 'push'],
    ['context_switch', 'push'],
    ['complexity', 'push'],
    ['duration', 'push'],
    ['goal_completion', 'pop'],
    ['stagnation', 'pop'],
    ['context_overflow', 'pop'],
  ])
})

test('each built-in heuristic says in one sentence what it looks at', () => {
  for (const { about } of BUILT_IN_HEURISTICS) expect(about).toMatch(/^[A-Z][^.]+\.$/)
})

test('own heuristics stand behind the built-in ones', () => {
  expect(withOwnHeuristics([mine])).toEqual([...BUILT_IN_HEURISTICS, mine])
})

test.for([
  // own names
  [['duration']],
  [['mine', 'stagnation']],
  [['mine', 'mine']],
] as const)('own heuristics named %j are refused, because one would replace another', ([names]) => {
  const own = names.map((name) => ({ ...mine, name }))
  const message = `There is already a heuristic named "${names.at(-1)}"; choose another name.`
  expect(() => withOwnHeuristics(own)).toThrow(
    expect.objectContaining({ code: 'invalid_input', problems: [{ code: 'invalid_value', message, path: '/name' }] }),
  )
})
