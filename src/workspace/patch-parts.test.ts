import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PatchParts } from './patch-parts.ts'

const LIST = ':100644 100644 a b M\tone\n:100644 100644 a b M\ttwo\n\n'

/** A part of a patch with so many lines. */
const part = (name: string, lines: number, text = '+x') => {
  const hunk = lines === 0 ? '' : `@@ -0,0 +1,${lines} @@\n${`${text}\n`.repeat(lines)}`
  return `diff --git a/${name} b/${name}\nindex 1..2\n${hunk}`
}

/** What is kept of a patch that arrives in such pieces. */
function taken(patch: string, bounds: object = {}, cuts: readonly number[] = []) {
  const parts = new PatchParts({ bytes: 1000, lines: 1000, read: 100_000, ...bounds })
  const bytes = Buffer.from(patch)
  const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].toSorted((one, other) => one - other)
  for (const [at, end] of ends.entries()) parts.take(Buffer.from(bytes.subarray(ends[at - 1] ?? 0, end)))
  const { list, parts: kept, isCut } = parts.end()
  return { list: list.toString(), parts: kept.map((one) => one && Buffer.from(one).toString()), isCut }
}

test('a patch is taken apart at the heads of its files', () => {
  const [one, two] = [part('one', 2), part('two', 3)]
  expect(taken(LIST + one + two)).toEqual({ list: LIST, parts: [one, two], isCut: false })
  expect(taken('')).toEqual({ list: '', parts: [], isCut: false })
})

test('a line of a file that reads like a head is none', () => {
  const sly = part('one', 2, '+diff --git a/x b/x')
  expect(taken(LIST + sly).parts).toEqual([sly])
})

test('the longest go first, by their bytes or by their lines, and what has no lines is never left out', () => {
  const [short, long, bare] = [part('one', 5), part('two', 40), part('three', 0)]
  expect(taken(LIST + long + short + bare, { lines: 20 }).parts).toEqual([null, short, bare])
  expect(taken(LIST + long + short + bare, { bytes: 100 }).parts).toEqual([null, short, bare])
  expect(taken(LIST + short + bare, { lines: 0 }).parts).toEqual([null, bare])
})

test('of those that are alike the last go first', () => {
  const alike = ['a', 'b', 'c', 'd'].map((name) => part(name, 10))
  expect(taken(LIST + alike.join(''), { lines: 25 }).parts).toEqual([alike[0], alike[1], null, null])
})

test('what was cut off in the middle is no part', () => {
  const [one, two] = [part('one', 2), part('two', 3)]
  expect(taken(LIST + one + two, { read: (LIST + one).length + 20 })).toEqual({ list: LIST, parts: [one], isCut: true })
  expect(taken(LIST + one, { read: LIST.length - 1 })).toEqual({ list: '', parts: [], isCut: true })
  expect(taken(LIST + one, { read: (LIST + one).length })).toMatchObject({ parts: [one], isCut: false })
})

test('what is kept and what is cut off is the same however the bytes arrive', () => {
  const sizes = fc.array(fc.nat({ max: 60 }), { maxLength: 12 })
  fc.assert(
    fc.property(sizes, fc.array(fc.nat(), { maxLength: 8 }), fc.nat({ max: 4000 }), (lines, cuts, read) => {
      const patch = LIST + lines.map((count, at) => part(`${at}`, count)).join('')
      const bounds = { lines: 50, bytes: 400, read }
      expect(taken(patch, bounds, cuts)).toEqual(taken(patch, bounds))
    }),
  )
})
