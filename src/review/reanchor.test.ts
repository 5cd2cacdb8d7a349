import fc from 'fast-check'
import { expect, test } from 'vitest'
import { arbitraryHistory, TaggedDocument } from '../testing/edit-history.ts'
import { makeAnchor, type PinnedAnchor } from './anchor.ts'
import { type Reanchored, reanchor } from './reanchor.ts'

const COMMIT = 'a'.repeat(40)
const NEXT = 'b'.repeat(40)
const on = (text: string, first: number, last = first): PinnedAnchor =>
  makeAnchor({ path: 'a.ts', side: 'new', first, last, commit: COMMIT }, text)
const follow = (anchor: PinnedAnchor, oldText: string, newText: string | null) =>
  reanchor(anchor, { commit: NEXT, oldText, newText })
const placeOf = (result: Reanchored) => (result.state === 'placed' ? result.anchor.first : result.because)
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('')

// biome-ignore format: a table
test.for([
  ['nothing changed',               'a b c',       'a b c',         2, 2],
  ['lines above',                   'aa bb cc',    'x y aa bb cc',  2, 4],
  ['lines gone above',              'aa bb cc',    'bb cc',         2, 1],
  ['the line changed',              'aa bb cc',    'aa bx cc',      2, 'changed'],
  ['the line gone',                 'aa bb cc',    'aa cc',         2, 'changed'],
  ['the line moved',                'aa bb cc dd', 'aa cc dd bb',   2, 4],
  ['all around changed',            'aa bb cc',    'xx bb yy',      2, 2],
  ['copied below',                  'aa bb cc dd', 'aa bb cc dd bb', 2, 2],
  ['copied beside',                 'aa bb cc',    'aa bb bb cc',   2, 'unclear'],
  ['one of two equal lines gone',   'aa } } bb',   'aa } bb',       2, 'unclear'],
  ['a bracket between known lines', 'aa } bb } cc', 'xx aa } bb } cc', 4, 5],
  ['a bracket that lost a neighbour', 'aa } bb', 'aa } xx', 2, 'unclear'],
  ['the bracket that stayed or the one that went', 'aa } bb } cc', 'aa } cc', 2, 'unclear'],
  ['a bracket with its neighbours', 'aa } bb cc } dd', 'cc } dd aa } bb', 2, 5],
] as const)('%s', ([, before, after, line, place]) => {
  const [oldText, newText] = [text(...before.split(' ')), text(...after.split(' '))]
  expect(placeOf(follow(on(oldText, line), oldText, newText))).toBe(place)
})

test('a range goes as one, or not at all', () => {
  const oldText = text('aa', 'bb', 'cc', 'dd')
  expect(follow(on(oldText, 2, 3), oldText, text('x', 'aa', 'bb', 'cc', 'dd'))).toMatchObject({
    state: 'placed',
    anchor: { first: 3, last: 4, quote: ['bb', 'cc'], before: ['x', 'aa'], after: ['dd'], commit: NEXT },
  })
  expect(placeOf(follow(on(oldText, 2, 3), oldText, text('aa', 'bb', 'new', 'cc', 'dd')))).toBe('changed')
})

test('a renamed file takes its comments along, and one that is gone leaves them outdated', () => {
  const oldText = text('aa', 'bb')
  const step = { commit: NEXT, oldText, newText: text('zz', 'aa', 'bb'), path: 'b.ts' }
  expect(reanchor(on(oldText, 2), step)).toMatchObject({ state: 'placed', anchor: { path: 'b.ts', first: 3 } })
  expect(follow(on(oldText, 2), oldText, null)).toMatchObject({
    state: 'outdated',
    because: 'gone',
    anchor: { first: 2 },
  })
})

test('an anchor that does not fit its own text is outdated and not trusted', () => {
  expect(placeOf(follow(on(text('aa'), 1), text('bb'), text('bb')))).toBe('unclear')
})

test.for([
  [0, 1],
  [2, 1],
  [1, 3],
  [1.5, 2],
] as const)('there is no anchor on lines %d to %d of two', ([first, last]) => {
  expect(() => on('a\nb\n', first, last)).toThrow('the file has 2')
})

test('over many histories of edits a comment is on its own lines or outdated, and rarely outdated without need', () => {
  const count = { followed: 0, untouched: 0, lost: 0, indistinguishable: 0 }
  fc.assert(
    fc.property(arbitraryHistory, ({ start, pushes, first, length }) => {
      let document = TaggedDocument.of(start)
      const from = first % document.lines.length
      let anchor = on(document.text, from + 1, Math.min(from + length, document.lines.length))
      for (const { edits, renames } of pushes) {
        const next = edits.reduce((edited, edit) => edited.after(edit), document)
        const path = renames ? `${anchor.path}x` : anchor.path
        const result = reanchor(anchor, { commit: NEXT, oldText: document.text, newText: next.text, path })
        const wasLeftAlone = isLeftAlone(document, next, anchor)
        if (wasLeftAlone) count.untouched += 1
        if (result.state === 'outdated') {
          if (wasLeftAlone) count.lost += 1
          return
        }
        count.followed += 1
        expect(result.anchor.path).toBe(path)
        const verdict = judge(document, next, {
          from: anchor.first - 1,
          to: result.anchor.first - 1,
          length: anchor.quote.length,
        })
        if (verdict === 'wrong')
          throw new Error(JSON.stringify([document.text, next.text, anchor.first, result.anchor.first]))
        if (verdict === 'indistinguishable') count.indistinguishable += 1
        document = next
        anchor = result.anchor
      }
    }),
    // Rates need more cases than one wrong place does.
    { numRuns: Math.max(1_000, fc.readConfigureGlobal().numRuns ?? 0) },
  )
  expect(count.followed).toBeGreaterThan(50)
  expect(count.indistinguishable / count.followed).toBeLessThan(0.02)
  expect(count.lost / count.untouched).toBeLessThan(0.02)
})

interface Followed {
  readonly from: number
  readonly to: number
  readonly length: number
}

/**
 * Right are the lines themselves. When they are no longer together: lines that read the same, of which one is one of them or was
 * written later in its place. What no text can tell is a copy that stands where they stood, between the same neighbours, while they
 * themselves are gone, or stand where less is as it was; a person would look there too.
 */
function judge(before: TaggedDocument, after: TaggedDocument, { from, to, length }: Followed) {
  const own = before.lines.slice(from, from + length)
  const real = after.lines.findIndex(({ id }) => id === own[0]?.id)
  const areTogether = real >= 0 && own.every(({ id }, at) => after.lines[real + at]?.id === id)
  if (areTogether && real === to) return 'right'
  const isKin = own.some(({ id }, at) => after.lines[to + at]?.id === id || after.lines[to + at]?.heirOf.has(id))
  if (!areTogether && isKin) return 'right'
  const [up, down] = likeness(before, after, { from, to, length })
  const [realUp, realDown] = areTogether ? likeness(before, after, { from, to: real, length }) : [1, 1]
  const isMoreAlike = up >= realUp && down >= realDown && (!areTogether || up + down > realUp + realDown)
  return isMoreAlike ? 'indistinguishable' : 'wrong'
}

/** How many lines right before and right after are as they were, the edge of the file included. */
function likeness(before: TaggedDocument, after: TaggedDocument, { from, to, length }: Followed) {
  const count = (direction: 1 | -1, old: number, now: number) => {
    let same = 0
    while (same < 10 && before.lines[old + same * direction]?.text === after.lines[now + same * direction]?.text)
      same += 1
    return same
  }
  return [count(-1, from - 1, to - 1), count(1, from + length, to + length)] as const
}

/** Whether lines with words and their neighbours are who they were, side by side, and nobody made another copy of them. */
function isLeftAlone(before: TaggedDocument, after: TaggedDocument, { first, last, quote }: PinnedAnchor): boolean {
  if (!quote.some((line) => /\w{2}/.test(line))) return false
  const ids = before.lines.slice(Math.max(0, first - 2), last + 1).map(({ id }) => id)
  const at = after.lines.findIndex(({ id }) => id === ids[0])
  const copies = ({ lines }: TaggedDocument) =>
    lines.filter((_, from) => quote.every((line, offset) => lines[from + offset]?.text === line)).length
  return at >= 0 && ids.every((id, offset) => after.lines[at + offset]?.id === id) && copies(after) <= copies(before)
}
