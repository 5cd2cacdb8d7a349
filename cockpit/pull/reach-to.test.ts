import { expect, test } from 'vitest'
import { anchorOf } from './anchor-of.ts'
import { reachTo } from './reach-to.ts'
import type { ShownFile } from './row.ts'
import type { Draft } from './thread-kinds.ts'

const FILE = { path: 'a.md', old: { path: 'was.md' }, new: { path: 'a.md' }, hunks: [] } as unknown as ShownFile
const LINES = new Map([1, 2, 3, 4, 5, 6].map((number) => [number, `line ${number}`]))

function draftOn(first: number, last: number, more: Partial<Draft> = {}): Draft {
  const anchor = anchorOf(FILE, { side: 'new', first, last }, LINES)
  return { id: 't1', kind: 'blocking', text: 'Hm.', anchor, suggestion: null, ...more } as Draft
}

const reach = (draft: Draft, line: number, more = {}) =>
  reachTo(draft, { file: FILE, side: 'new', line, lines: LINES, ...more })

test('a comment reaches from its lines to another one, before or after them, with what stands there', () => {
  expect(reach(draftOn(3, 3), 5)?.anchor).toMatchObject({ first: 3, last: 5, quote: ['line 3', 'line 4', 'line 5'] })
  expect(reach(draftOn(3, 4), 2)?.anchor).toMatchObject({
    first: 2,
    last: 4,
    before: ['line 1'],
    after: ['line 5', 'line 6'],
  })
})

test('lines that were taken up to be changed are those that it reaches; what was written stays', () => {
  expect(reach(draftOn(3, 3, { suggestion: 'line 3' }), 4)?.suggestion).toBe('line 3\nline 4')
  expect(reach(draftOn(3, 3, { suggestion: 'other' }), 4)?.suggestion).toBe('other')
})

test('it reaches no line of another file or of the other side', () => {
  expect(reach(draftOn(3, 3), 5, { side: 'old' })).toBeNull()
  expect(reach(draftOn(3, 3), 5, { file: { ...FILE, path: 'b.md', new: { path: 'b.md' } } })).toBeNull()
  expect(reach(draftOn(3, 3, { anchor: null }), 5)).toBeNull()
})

test('it reaches over no lines that are not shown: it would stand on others than those it was written on', () => {
  const lines = new Map([...LINES].filter(([number]) => number !== 3))
  expect(reach(draftOn(5, 5, { suggestion: 'other' }), 2, { lines })).toBeNull()
  expect(reach(draftOn(2, 2), 5, { lines })).toBeNull()
})

test('a comment on a block reaches to the end of another one, and over what stands between them', () => {
  const anchor = anchorOf(FILE, { side: 'new', kind: 'block', first: 2, last: 3 }, LINES)
  const reached = (line: number, last: number) => reach(draftOn(2, 3, { anchor }), line, { last })?.anchor
  expect(reached(5, 6)).toMatchObject({ kind: 'block', first: 2, last: 6 })
  expect(reached(1, 1)).toMatchObject({ kind: 'block', first: 1, last: 3 })
})
