import { expect, test } from 'vitest'
import { scoreOf } from '../heuristic.ts'
import { goalCompletion } from './goal-completion.ts'

test.for([
  [0, 0],
  [1, 20],
  [2, 40],
  [3, 60],
  [4, 60],
] as const)('%d successes are worth %d', ([successes, expected]) => {
  expect(scoreOf(goalCompletion, { successSignals: Array(successes).fill('ok') })).toBe(expected)
})

test.for([
  [0, 0],
  [1, 10],
  [2, 20],
  [3, 30],
  [4, 30],
] as const)('%d artifacts are worth %d', ([artifacts, expected]) => {
  expect(scoreOf(goalCompletion, { frameArtifacts: Array(artifacts).fill('a.ts') })).toBe(expected)
})

test.for([
  // keywords                                score (10 of it for the artifact)
  [['login'], 40],
  [['LOGIN'], 40],
  [['log'], 40],
  [['page'], 10],
  [['login', 'page'], 25],
  [['login', 'page', 'form'], 20],
  [['login', 'auth', 'form'], 30],
  [['login', 'Login', ' login ', 'page'], 25],
  [['login', '', '  '], 40],
  [[''], 10],
  [[], 10],
] as const)('the goal keywords %j with one artifact "src/Auth/Login.ts" score %d', ([goalKeywords, expected]) => {
  expect(scoreOf(goalCompletion, { goalKeywords, frameArtifacts: ['src/Auth/Login.ts'] })).toBe(expected)
})

test('a keyword is looked for in the success signals too', () => {
  expect(scoreOf(goalCompletion, { goalKeywords: ['tests'], successSignals: ['TESTS passing'] })).toBe(50)
})

test('a keyword is not put together from the end of one text and the start of the next', () => {
  const signals = { goalKeywords: ['auth login', 'authlogin'], frameArtifacts: ['auth', 'login'] }
  expect(scoreOf(goalCompletion, signals)).toBe(20)
})

test('without goal keywords the words of title and success criteria are looked for', () => {
  const done = { frameArtifacts: ['login.ts'] }
  expect(scoreOf(goalCompletion, { ...done, frameTitle: 'The login' })).toBe(40)
  expect(scoreOf(goalCompletion, { ...done, frameSuccessCriteria: 'login' })).toBe(40)
  expect(scoreOf(goalCompletion, { ...done, frameTitle: 'login', frameSuccessCriteria: 'nobody waits' })).toBe(20)
  expect(scoreOf(goalCompletion, { ...done, frameTitle: 'form', frameSuccessCriteria: 'login' })).toBe(25)
  expect(scoreOf(goalCompletion, { ...done })).toBe(10)
})

test('given goal keywords replace the words of title and success criteria, even when none are left', () => {
  const signals = { frameTitle: 'login', frameSuccessCriteria: 'login', frameArtifacts: ['login.ts'] }
  expect(scoreOf(goalCompletion, { ...signals, goalKeywords: ['form'] })).toBe(10)
  expect(scoreOf(goalCompletion, { ...signals, goalKeywords: [] })).toBe(10)
})

test('a title without any success or artifact is worth nothing', () => {
  expect(scoreOf(goalCompletion, { frameTitle: 'Fix login' })).toBe(0)
})

test('a fully achieved goal earns 120 points and counts as 100', () => {
  const signals = { successSignals: ['a', 'b', 'c'], frameArtifacts: ['login', 'x', 'y'], goalKeywords: ['login'] }
  expect(goalCompletion.score(signals)).toBe(120)
  expect(scoreOf(goalCompletion, signals)).toBe(100)
})

test('where there is too much to look through, nothing of it counts as seen', () => {
  const signals = { goalKeywords: ['a', 'b', 'c'], frameArtifacts: [`abc${' '.repeat(40_000_000)}`] }
  expect(scoreOf(goalCompletion, signals)).toBe(10)
})
