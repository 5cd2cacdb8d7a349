import { expect, test } from 'vitest'
import type { DiffLine, Hunk } from './diff.ts'
import { knownHunk } from './known-hunk.ts'

const KINDS = { '-': 'removed', '+': 'added', ' ': 'context' } as const

/** `-old`, `+new`, ` same`, a line each. */
function aHunk(...lines: string[]): Hunk {
  const read = lines.map((line): DiffLine => ({ kind: KINDS[line[0] as '-'], text: line.slice(1) }))
  return { old: { start: 1, count: 1 }, new: { start: 1, count: 1 }, lines: read }
}

const LONG = 'the quick brown fox jumps over the lazy dog again'

test('a stretch of changed lines is known by itself, whatever changes beside it', () => {
  const alone = knownHunk(aHunk(`-${LONG}`, '+short'))
  const beside = knownHunk(aHunk(`-${LONG}`, '+short', ' same', '+and another line that is new'))
  expect(alone.does).toHaveLength(1)
  expect(beside.does).toEqual([...alone.does, expect.any(String)])
  expect(beside.hash).not.toBe(alone.hash)
})

test('what comes is known by its blocks, whatever empty lines are around them', () => {
  const two = knownHunk(aHunk(`+${LONG}`, '+', '+second'))
  expect(two.adds).toHaveLength(2)
  expect(knownHunk(aHunk('+', `+${LONG}`, '+', '+', '+second', '+  ')).adds).toEqual(two.adds)
  expect(knownHunk(aHunk('-what was here before', `+${LONG}`, '+', '+second')).adds).toEqual(two.adds)
  expect(knownHunk(aHunk(`+${LONG}`, '+second')).adds).not.toEqual(two.adds)
})

test.for([
  ['a lone bracket', ['+}']],
  ['empty lines', ['+', '+']],
  ['a line that anybody writes', ['+return null']],
])('%s says too little to be found among other changes, or elsewhere', ([, lines]) => {
  expect(knownHunk(aHunk(...(lines as string[])))).toMatchObject({ does: [], adds: [] })
})

test('to be found in another file it has to say more, and to put something in', () => {
  const once = knownHunk(aHunk("+import { join } from 'node:path'"))
  expect([once.does.length, once.adds.length]).toEqual([1, 0])
  const gone = knownHunk(aHunk(`-${LONG}`))
  expect([gone.does.length, gone.adds.length]).toEqual([1, 0])
})

test('letters of every script count', () => {
  expect(knownHunk(aHunk(`+${'審査は人が行います'.repeat(5)}`)).adds).toHaveLength(1)
})
