import { expect, test } from 'vitest'
import { PersonId } from '../../src/model/ids.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import {
  countReturned,
  hunkVerdict,
  isInRound,
  keptVerdict,
  noOf,
  partVerdict,
  rejectsPartOf,
  returnedIn,
  standingOf,
  whatReturned,
  withVerdict,
} from './standing.ts'

const FILE = { path: 'a.ts', hash: 'now' }
const verdict = (more: Partial<FileVerdict> = {}): FileVerdict => ({
  ...{ path: 'a.ts', file: 'now', hunk: null, verdict: 'accepted', reason: '', ...more },
})
const marks = (viewed: Record<string, string>, verdicts: readonly FileVerdict[] = []) => ({ viewed, verdicts })

test.for([
  ['nobody looked', {}, 'no'],
  ['it is what was looked at', { 'a.ts': 'now' }, 'yes'],
  ['something else changes by now', { 'a.ts': 'before' }, 'changed'],
] as const)('%s: viewed is told by the hash', ([, viewed, expected]) => {
  expect(standingOf(FILE, marks(viewed), []).viewed).toBe(expected)
})

test('a file that is called like something every object has was not looked at for that', () => {
  expect(standingOf({ path: 'constructor', hash: 'now' }, marks({}), []).viewed).toBe('no')
})

test('a yes of an earlier review holds for what is as it was, a no for whatever says the same', () => {
  const no = verdict({ verdict: 'rejected' })
  const early = { isSettled: false, isMine: false }
  expect([keptVerdict(verdict(), early), keptVerdict(no, early)]).toEqual([undefined, no])
  expect(keptVerdict(verdict(), { ...early, isSettled: true })).toBeDefined()
  expect(keptVerdict(verdict(), { ...early, isMine: true })).toBeDefined()
})

test('a verdict counts for as long as the file is the same, and what is not submitted yet counts first', () => {
  expect(standingOf(FILE, marks({}, [verdict({ file: 'before' })]), []).verdict).toBeUndefined()
  const mine = verdict({ verdict: 'rejected', reason: 'No.' })
  expect(standingOf(FILE, marks({}, [verdict()]), [mine]).verdict).toBe(mine)
})

test.for<[what: string, given: Partial<FileVerdict>, isThere: boolean]>([
  ['a file as it is', {}, true],
  ['a file as it was', { file: 'before' }, false],
  ['a file that changes no more', { path: 'b.ts' }, false],
  ['a part that is there', { hunk: 'h', file: 'before' }, true],
  ['a part that is gone', { hunk: 'gone' }, false],
])('of a verdict on %s a round knows whether it has that', ([, given, isThere]) => {
  expect(isInRound(verdict(given), [{ ...FILE, hunks: [{ hash: 'h' }] }])).toBe(isThere)
})

test('a verdict on a hunk is no verdict on its file', () => {
  expect(standingOf(FILE, marks({}, [verdict({ hunk: 'h' })]), []).verdict).toBeUndefined()
  expect(hunkVerdict('a.ts', 'h', [verdict(), verdict({ hunk: 'h' })])?.hunk).toBe('h')
})

test('the same verdict once more takes it away, another takes its place', () => {
  const once = withVerdict([], verdict())
  expect(withVerdict(once, verdict())).toEqual([])
  expect(withVerdict(once, verdict({ verdict: 'rejected', reason: 'No.' }))).toMatchObject([{ verdict: 'rejected' }])
})

test('the same verdict on what the file has become is another one', () => {
  expect(withVerdict([verdict({ file: 'before' })], verdict())).toEqual([verdict()])
  // A hunk is known by itself, whatever else its file has.
  expect(withVerdict([verdict({ file: 'before', hunk: 'h' })], verdict({ hunk: 'h' }))).toEqual([])
})

test('a no to what stood elsewhere is theirs where it stands by now, and nobody else’s', () => {
  const by = PersonId.parse('eve')
  const judged = [{ path: 'old.ts', file: 'f', hunk: 'h' }]
  const part = { by, path: 'a.ts', hunk: 'h', number: 1, of: 1, reason: 'No.', judged }
  const of = (me: string, hunk: string | null) => noOf(me, [part], { file: FILE, hunk })
  expect(of('eve', 'h')).toEqual({ path: 'a.ts', file: 'now', hunk: 'h', verdict: 'rejected', reason: 'No.' })
  expect([of('rob', 'h'), of('eve', null)]).toEqual([undefined, undefined])
})

test('what came back is told by its file and its hash', () => {
  const isReturned = whatReturned({ returned: [{ path: 'a.ts', hash: 'h', judged: { path: 'old.ts', hash: 'h' } }] })
  expect([isReturned('a.ts', 'h'), isReturned('b.ts', 'h'), isReturned('a.ts', 'g')]).toEqual([true, false, false])
  expect(whatReturned(undefined)('a.ts', 'h')).toBe(false)
})

const PART = { by: PersonId.parse('eve'), path: 'a.ts', hunk: 'h', number: 3, of: 3, reason: 'No.', judged: [] }
const NO = verdict({ hunk: 'h', verdict: 'rejected', reason: 'No.' })

test('a yes to a whole file and a no to a part of it are not said at once: the later one holds', () => {
  expect(withVerdict([NO, verdict({ hunk: 'g' })], verdict())).toEqual([verdict({ hunk: 'g' }), verdict()])
  expect(withVerdict([verdict(), verdict({ path: 'b.ts' })], NO)).toEqual([verdict({ path: 'b.ts' }), NO])
  // A file that is rejected may have parts that are well.
  const whole = verdict({ verdict: 'rejected' })
  expect(withVerdict([verdict({ hunk: 'h' })], whole)).toHaveLength(2)
})

test('whoever accepts a whole file takes their own no to a part of it back, and nobody else’s', () => {
  const of = (unsent: readonly FileVerdict[], me = 'eve') => rejectsPartOf('a.ts', { me, rejected: [PART], unsent })
  expect([of([]), of([verdict()]), of([verdict({ hunk: 'h' })]), of([verdict({ hunk: 'g' })])]).toEqual([
    ...[true, false, false, true],
  ])
  expect([of([], 'rob'), of([NO], 'rob')]).toEqual([false, true])
  expect(partVerdict({ path: 'a.ts', hunk: 'h' }, [verdict()], NO)?.verdict).toBe('accepted')
  expect(partVerdict({ path: 'a.ts', hunk: 'h' }, [verdict({ verdict: 'rejected' })], NO)).toBe(NO)
  expect(partVerdict({ path: 'a.ts', hunk: 'h' }, [verdict()], undefined)).toBeUndefined()
})

test('what stands rejected came back where the round says so, until somebody is about to accept it', () => {
  const was = { path: 'old.ts', hash: 'h' }
  const returned = [
    { path: 'a.ts', hash: 'h', judged: was },
    { path: 'a.ts', hash: 'h', judged: { path: 'a.ts', hash: 'h' } },
    { path: 'b.ts', hash: 'file', judged: { path: 'b.ts', hash: 'file' } },
  ]
  const no = { by: PersonId.parse('eve'), number: 1, of: 1, reason: 'No.' }
  const hunk = { ...no, path: 'a.ts', hunk: 'h', judged: [{ path: 'old.ts', file: 'f', hunk: 'h' }] }
  const whole = { ...no, path: 'b.ts', hunk: null, judged: [{ path: 'b.ts', file: 'file', hunk: null }] }
  const fresh = { ...no, path: 'a.ts', hunk: 'g', judged: [{ path: 'a.ts', file: 'f', hunk: 'g' }] }
  const view = { pull: { round: 2 }, rounds: [{ number: 2, returned }], rejected: [hunk, whole, fresh] } as never
  expect(returnedIn(view)).toEqual([hunk, whole])
  expect(returnedIn(view, [verdict({ path: 'b.ts' })])).toEqual([hunk])
  // A yes to the whole file is one to the part.
  expect(returnedIn(view, [verdict({ path: 'a.ts' })])).toEqual([whole])
  expect(returnedIn(view, [verdict({ path: 'b.ts', verdict: 'rejected' })])).toEqual([hunk, whole])
  expect([...countReturned({ returned })]).toEqual([
    ['a.ts', 1],
    ['b.ts', 1],
  ])
})
