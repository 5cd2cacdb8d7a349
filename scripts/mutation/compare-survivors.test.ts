import { expect, test } from 'vitest'
import { compareSurvivors } from './compare-survivors.ts'
import { readReport } from './read-report.ts'
import { Explanation } from './survivor.ts'

const SURVIVOR = { file: 'src/policy/a.ts', mutator: 'EqualityOperator', original: 'a > b', replacement: 'a >= b' }
const EXPLAINED = { ...SURVIVOR, times: 1, because: 'equal values never reach this line' }

test('a survivor with an explanation is fine', () => {
  expect(compareSurvivors([SURVIVOR], [EXPLAINED])).toEqual({ unexplained: [], stale: [] })
})

test('a survivor without an explanation is a finding', () => {
  expect(compareSurvivors([SURVIVOR], []).unexplained).toEqual([SURVIVOR])
})

test('the same change in another file or with another text is a finding', () => {
  const others = [
    { ...SURVIVOR, file: 'src/policy/b.ts' },
    { ...SURVIVOR, replacement: 'a <= b' },
  ]
  expect(compareSurvivors([SURVIVOR, ...others], [EXPLAINED]).unexplained).toEqual(others)
})

test('an explanation pays for one survivor unless it says how many', () => {
  expect(compareSurvivors([SURVIVOR, SURVIVOR], [EXPLAINED]).unexplained).toEqual([SURVIVOR])
  expect(compareSurvivors([SURVIVOR, SURVIVOR], [{ ...EXPLAINED, times: 2 }]).unexplained).toEqual([])
})

test('an explanation without its survivor is stale', () => {
  expect(compareSurvivors([], [EXPLAINED]).stale).toEqual([EXPLAINED])
  expect(compareSurvivors([SURVIVOR], [{ ...EXPLAINED, times: 2 }]).stale).toHaveLength(1)
})

test('an explanation has to say something', () => {
  expect(Explanation.safeParse({ ...SURVIVOR, because: ' ' }).success).toBe(false)
  expect(Explanation.safeParse({ ...SURVIVOR, because: 'todo', line: 3 }).success).toBe(false)
})

test('a report is read by text, not by line: what survived, was never run, or was switched off', () => {
  const source = 'if (a > b) {\n  stop()\n}\n'
  const head = { start: { line: 1, column: 5 }, end: { line: 1, column: 10 } }
  const block = { start: { line: 1, column: 12 }, end: { line: 3, column: 2 } }
  const mutants = [
    { mutatorName: 'EqualityOperator', replacement: 'a >= b', status: 'Survived', location: head },
    { mutatorName: 'EqualityOperator', replacement: 'a <= b', status: 'Killed', location: head },
    { mutatorName: 'ConditionalExpression', replacement: 'true', status: 'Ignored', location: head },
    { mutatorName: 'BlockStatement', replacement: '{}', status: 'NoCoverage', location: block },
  ]
  const report = JSON.stringify({ files: { 'src/policy/a.ts': { source, mutants } } })
  expect(readReport(report)).toEqual({
    mutants: 4,
    survivors: [
      SURVIVOR,
      { ...SURVIVOR, mutator: 'ConditionalExpression', replacement: 'true' },
      { ...SURVIVOR, mutator: 'BlockStatement', original: '{ stop() }', replacement: '{}' },
    ],
  })
})
