import { expect, test } from 'vitest'
import type { PopSignals, PushSignals } from '../model/signals.ts'
import { fromFile, HeuristicFile } from './declared-heuristic.ts'
import { withOwnHeuristics } from './heuristics.ts'
import { recommend } from './recommend.ts'

const LONG_TALK = {
  name: 'long_talk',
  for: 'push',
  about: 'The talk has become long.',
  points: [
    { signal: 'recentMessages', over: 10, add: 20 },
    { signal: 'recentMessages', over: 30, add: 60 },
    { signal: 'recentFileChanges', over: 1, add: 15 },
    { signal: 'potentialGoal', over: 2, add: 5 },
  ],
}
const MANY_FAILURES = {
  name: 'many_failures',
  for: 'pop',
  about: 'It fails and fails.',
  points: [
    { signal: 'failureSignals', over: 1, add: 80 },
    { signal: 'frameTitle', over: 0, add: 10 },
  ],
}

function talk(signals: PushSignals): number {
  const heuristic = fromFile(HeuristicFile.parse(LONG_TALK))
  if (heuristic.side !== 'push') throw new Error('a push heuristic was written')
  return heuristic.score(signals)
}

function failing(signals: PopSignals): number {
  const heuristic = fromFile(HeuristicFile.parse(MANY_FAILURES))
  if (heuristic.side !== 'pop') throw new Error('a pop heuristic was written')
  return heuristic.score(signals)
}

test('a written heuristic carries its name, its side and its sentence', () => {
  expect(fromFile(HeuristicFile.parse(LONG_TALK))).toMatchObject({
    name: 'long_talk',
    side: 'push',
    about: 'The talk has become long.',
  })
  expect(fromFile(HeuristicFile.parse(MANY_FAILURES))).toMatchObject({
    name: 'many_failures',
    side: 'pop',
    about: 'It fails and fails.',
  })
})

test.for([
  [{}, 0],
  [{ recentMessages: 10 }, 0],
  [{ recentMessages: 11 }, 20],
  [{ recentMessages: 30 }, 20],
  [{ recentMessages: 31 }, 60],
  [{ recentFileChanges: ['a'] }, 0],
  [{ recentFileChanges: ['a', 'b'] }, 15],
  [{ potentialGoal: 'fix the login' }, 0],
  [{ potentialGoal: 'fix the login page' }, 5],
  [{ recentMessages: 31, recentFileChanges: ['a', 'b'], potentialGoal: 'fix the login page' }, 80],
] as const)('the push signals %j earn %d: the best row of each signal', ([signals, expected]) => {
  expect(talk(signals)).toBe(expected)
})

test.for([
  [{}, 0],
  [{ failureSignals: ['a'] }, 0],
  [{ failureSignals: ['a', 'b'] }, 80],
  [{ frameTitle: 'the' }, 0],
  [{ frameTitle: 'login' }, 10],
  [{ failureSignals: ['a', 'b'], frameTitle: 'login' }, 90],
] as const)('the pop signals %j earn %d', ([signals, expected]) => {
  expect(failing(signals)).toBe(expected)
})

test('an absent signal earns nothing, even under a negative bound', () => {
  const file = HeuristicFile.parse({ ...LONG_TALK, points: [{ signal: 'errorCount', over: -1, add: 50 }] })
  const request = { side: 'push', threshold: 50, enabled: ['long_talk'], heuristics: [fromFile(file)] } as const
  expect(recommend({ ...request, signals: {} }).confidence).toBe(0)
  expect(recommend({ ...request, signals: { errorCount: 0 } }).confidence).toBe(50)
})

test('a written heuristic is scored beside the built-in ones and held at 100', () => {
  const points = [
    { signal: 'errorCount', over: 0, add: 100 },
    { signal: 'tokenCount', over: 0, add: 100 },
  ]
  const heuristics = withOwnHeuristics([fromFile(HeuristicFile.parse({ ...LONG_TALK, points }))])
  const enabled = ['failure_boundary', 'long_talk']
  const signals = { errorCount: 1, tokenCount: 1 }
  expect(recommend({ side: 'push', signals, threshold: 70, enabled, heuristics })).toMatchObject({
    confidence: 58,
    scores: { failure_boundary: 15, long_talk: 100 },
    primary_reason: 'long talk',
  })
})

test.for([['a'], ['long_talk'], ['a1_2b']])('%s is a name', ([name]) => {
  expect(HeuristicFile.safeParse({ ...LONG_TALK, name }).success).toBe(true)
})

test.for([
  ['a name in other than snake_case', { name: 'LongTalk' }],
  ['a name with a dash', { name: 'long-talk' }],
  ['a name that starts with a digit', { name: '1talk' }],
  ['a name that starts with an underscore', { name: '_talk' }],
  ['a name that ends with an underscore', { name: 'talk_' }],
  ['a name with two underscores', { name: 'long__talk' }],
  ['the name of a prototype', { name: '__proto__' }],
  ['an empty name', { name: '' }],
  ['an unknown side', { for: 'both' }],
  ['an empty sentence', { about: '' }],
  ['a blank sentence', { about: '  ' }],
  ['no points', { points: [] }],
  ['a signal of the other side', { points: [{ signal: 'failureSignals', over: 1, add: 1 }] }],
  ['the signals of the old side after a change of side', { for: 'pop' }],
  ['a row with an unknown key', { points: [{ signal: 'errorCount', over: 1, add: 1, atLeast: 2 }] }],
  ['a row without a bound', { points: [{ signal: 'errorCount', add: 1 }] }],
  ['a bound that is no finite number', { points: [{ signal: 'errorCount', over: Infinity, add: 1 }] }],
  ['fewer than 0 points', { points: [{ signal: 'errorCount', over: 1, add: -1 }] }],
  ['more than 100 points', { points: [{ signal: 'errorCount', over: 1, add: 101 }] }],
  ['an unknown key', { weight: 2 }],
] as const)('%s is refused', ([, change]) => {
  expect(HeuristicFile.safeParse({ ...LONG_TALK, ...change }).success).toBe(false)
})

test.for([0, 100])('%d points may be added', (add) => {
  const points = [{ signal: 'errorCount', over: 1, add }]
  expect(HeuristicFile.safeParse({ ...LONG_TALK, points }).success).toBe(true)
})

test('a bad name and a blank sentence say what is wrong', () => {
  const result = HeuristicFile.safeParse({ ...LONG_TALK, name: 'Talk', about: '' })
  expect(result.error?.issues.map(({ message }) => message)).toEqual(['is not a snake_case name', 'is blank'])
})
