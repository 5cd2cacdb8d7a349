import { expect, test } from 'vitest'
import { ThreadId } from '../../src/model/ids.ts'
import type { Draft, ReviewThread } from '../../src/model/review-thread.ts'
import { aHunk, aShownFile } from '../../src/testing/shown-file.ts'
import type { Row } from './row.ts'
import { type Look, rowsOf } from './rows-of.ts'

const FILE = aShownFile('a.ts', [aHunk(3, [' three', '-four', '+FOUR', '+more', ' five'])])
const LOOK: Look = {
  ...{ isSplit: false, round: 1, since: undefined, newest: 1, isFolded: () => false, isSettled: () => false },
  opened: new Set(),
  ...{ texts: new Map(), rendered: new Map(), threads: [], drafts: [] },
}
const PLACE = { path: 'a.ts', first: 4, last: 4 }
const aThread = (id: string, more: Partial<ReviewThread> = {}) =>
  ({
    ...{ id: ThreadId.parse(id), round: 1, state: 'open', kind: 'blocking', place: PLACE },
    anchor: { ...PLACE, side: 'new', quote: ['FOUR'], before: [], after: [] },
    ...more,
  }) as ReviewThread

/** A row in a few characters: numbers and text of lines, and the kind of everything else. */
function short(row: Row): string {
  if (row.is === 'line') return `${row.old?.old ?? ''}|${row.new?.new ?? ''} ${(row.new ?? row.old)?.text}`
  if (row.is === 'thread') return `thread ${row.thread.id}${row.isFar ? ' far' : ''}`
  if (row.is === 'gap') return `gap ${row.count}`
  return row.is
}
const shown = (look: Partial<Look>, files = [FILE]) => rowsOf(files, { ...LOOK, ...look }).map(short)

test('unified, what went and what came are rows of their own', () => {
  expect(shown({})).toEqual(['file', 'gap 2', 'hunk', '3|3 three', '4| four', '|4 FOUR', '|5 more', '5|6 five'])
})

test('split, they stand side by side', () => {
  expect(shown({ isSplit: true })).toEqual(['file', 'gap 2', 'hunk', '3|3 three', '4|4 FOUR', '|5 more', '5|6 five'])
})

test('with its whole text a file has no gaps, and every line its number on both sides', () => {
  const texts = new Map([['a.ts', 'one\ntwo\nthree\nFOUR\nmore\nfive\nsix\n']])
  const rows = shown({ texts })
  expect(rows.slice(1, 3)).toEqual(['1|1 one', '2|2 two'])
  expect(rows.at(-1)).toBe('6|7 six')
})

test('a thread stands under the last of its lines, on its side', () => {
  const old = aThread('t2', { anchor: { ...aThread('x').anchor, side: 'old' } as never })
  const rows = shown({ threads: [aThread('t1'), old] })
  expect(rows[rows.indexOf('|4 FOUR') + 1]).toBe('thread t1')
  expect(rows[rows.indexOf('4| four') + 1]).toBe('thread t2')
})

test('a thread whose lines are not shown, or gone, comes first with what it is about', () => {
  const hidden = aThread('t1', { place: { path: 'a.ts', first: 90, last: 90 } })
  const gone = aThread('t2', { place: null })
  expect(shown({ threads: [hidden, gone] }).slice(1, 3)).toEqual(['thread t2 far', 'thread t1 far'])
})

test('in an earlier round a thread of that round stands where it was written, and one of another does not', () => {
  const threads = [aThread('t1', { round: 1, place: null }), aThread('t2', { round: 2 })]
  const rows = shown({ threads, round: 1, newest: 2 })
  expect(rows[rows.indexOf('|4 FOUR') + 1]).toBe('thread t1')
  expect(rows).toContain('thread t2 far')
})

test.for([3, 2])(
  'between two rounds a thread of the earlier one stands at its lines, on the side of what was (newest %i)',
  (newest) => {
    const rows = shown({
      threads: [aThread('t1', { place: null }), aThread('t2', { round: 3, place: null })],
      since: 1,
      round: 2,
      newest,
    })
    expect(rows[rows.indexOf('4| four') + 1]).toBe('thread t1')
    expect(rows).toContain('thread t2 far')
  },
)

test('the number of a line leads nowhere in another file that has its name by now', () => {
  const renamed = aShownFile('b.ts', FILE.hunks)
  const moved = aThread('t1', { place: { ...PLACE, path: 'b.ts' } })
  expect(shown({ threads: [moved], since: 1, round: 2, newest: 3 }, [renamed])[1]).toBe('thread t1 far')
})

test('between two rounds a thread on what was brings its lines along, because these are other lines', () => {
  const old = aThread('t1', { anchor: { ...aThread('x').anchor, side: 'old' } as never })
  expect(shown({ threads: [old], since: 1, round: 2, newest: 2 })[1]).toBe('thread t1 far')
})

test('a draft of another round does not stand on lines of this one', () => {
  const anchor = aThread('x').anchor
  const draft = { id: 'd', kind: 'nit', text: 'A', suggestion: null, round: 1, anchor } as unknown as Draft
  const at = (round: number) => shown({ drafts: [draft], round, newest: 2 }).indexOf('draft')
  expect(shown({ drafts: [draft], newest: 2 })[at(1) - 1]).toBe('|4 FOUR')
  expect(at(2)).toBe(1)
})

test('a folded file is one row, beside what somebody is writing in it', () => {
  const draft = { id: 'd', kind: 'nit', text: '', suggestion: null, anchor: aThread('x').anchor } as unknown as Draft
  expect(shown({ isFolded: () => true, drafts: [draft], threads: [aThread('t1')] })).toEqual(['file', 'draft'])
})

test('a hunk that was accepted before is kept out of the way, until somebody wants to see it', () => {
  const isSettled: Look['isSettled'] = (_file, { hash }) => hash === 'hunk-3'
  expect(shown({ isSettled })).toEqual(['file', 'gap 2', 'hunk'])
  expect(shown({ isSettled, opened: new Set(['hunk a.ts 3 3']) })).toEqual(shown({}))
})

test('bytes and changes without lines say so', () => {
  const binary = aShownFile('a.png', [], { binary: true, findings: ['It was a file and becomes a link.'] })
  expect(shown({}, [binary])).toEqual(['file', 'note', 'note'])
  expect(shown({}, [aShownFile('run.sh', [])])).toEqual(['file', 'note'])
})

test('rendered, blocks that went, came and stayed are told apart, and threads stand under their block', () => {
  const rendered = new Map([['a.ts', { old: '# A\n\nold\n', new: '# A\n\nnew\n\nlast\n' }]])
  const place = { path: 'a.ts', first: 3, last: 3 }
  const rows = rowsOf([FILE], { ...LOOK, rendered, threads: [aThread('t1', { place })] })
  const told = rows.map((row) => (row.is === 'block' ? `${row.did} ${row.block.first}-${row.block.last}` : row.is))
  expect(told).toEqual(['file', 'kept 1-1', 'removed 3-3', 'added 3-3', 'thread', 'added 5-5'])
})

test('rendered, of a list only the items that changed are marked', () => {
  const rendered = new Map([['a.ts', { old: '1. one\n2. two\n3. three\n', new: '1. one\n2. TWO\n3. three\n' }]])
  const rows = rowsOf([FILE], { ...LOOK, rendered })
  const told = rows.map((row) => (row.is === 'block' ? `${row.did} ${row.block.source}` : row.is))
  expect(told).toEqual(['file', 'kept 1. one', 'removed 2. two', 'added 2. TWO', 'kept 3. three'])
})

test.for([
  ['added', 'It is new, and empty.'],
  ['deleted', 'It was empty, and is gone.'],
  ['renamed', 'No line of it changes.'],
] as const)('a file that is %s and has no lines says what that comes to', ([change, text]) => {
  const file = { ...aShownFile('empty.txt', []), change }
  expect(rowsOf([file], LOOK)).toMatchObject([{ is: 'file' }, { is: 'note', text }])
})

test('between two rounds a draft on a line that went stands below it, and nowhere among the lines of all changes', () => {
  const anchor = { path: 'a.ts', side: 'new', kind: 'lines', first: 4, last: 4, quote: ['four'], before: [], after: [] }
  const draft = {
    id: ThreadId.parse('d1'),
    kind: 'question',
    text: 'Why?',
    anchor,
    suggestion: null,
    round: 2,
  } as Draft
  const given = { drafts: [draft], round: 3, newest: 3 }
  expect(shown({ ...given, since: 2 }).slice(3, 6)).toEqual(['3|3 three', '4| four', 'draft'])
  expect(shown(given).slice(0, 2)).toEqual(['file', 'draft'])
})
