import { expect, test } from 'vitest'
import { fromCursor } from '../../api/paging.ts'
import { atOnce, scan } from './scan.ts'

interface Row {
  readonly id: string
  readonly text: string
}

const KIB = 1024
const placeOf = ({ id }: Row) => ({ value: id, id })

/** A list of rows of one size, and how many were asked for each time. */
function listOf(count: number, bytes: number) {
  const rows = Array.from({ length: count }, (_, at) => ({ id: String(at).padStart(4, '0'), text: 'x'.repeat(bytes) }))
  const asked: number[] = []
  const turn = async ({ limit, after }: { readonly limit: number; readonly after: { id: string } | undefined }) => {
    asked.push(limit)
    const behind = rows.filter(({ id }) => after === undefined || id > after.id).slice(0, limit)
    const last = behind.at(-1)
    return { rows: behind, next: last !== undefined && behind.length === limit ? placeOf(last) : null }
  }
  return { turn, asked }
}

test('small rows are read in few turns', async () => {
  const { turn, asked } = listOf(120, 100)
  const page = await scan({ limit: 100, newest_first: false }, turn, { placeOf })
  expect(page.rows).toHaveLength(100)
  expect(asked).toEqual([10, 50, 50])
})

test('large rows are read a few at a time, and a page ends early', async () => {
  const { turn, asked } = listOf(100, 900 * KIB)
  const page = await scan({ limit: 50, newest_first: false }, turn, { placeOf })
  expect(asked).toEqual([10])
  expect([page.rows.length, fromCursor(page.next ?? undefined)?.id]).toEqual([2, '0001'])
})

test('a filter that hardly anything fits ends after so many bytes, and the next page goes on behind them', async () => {
  const { turn, asked } = listOf(30, 900 * KIB)
  const fits = ({ id }: Row) => id === '0025'
  const found: string[] = []
  let pages = 0
  for (let after: string | undefined | null; after !== null; pages += 1) {
    const page = await scan({ limit: 50, newest_first: false, ...(after && { after }) }, turn, { fits, placeOf })
    found.push(...page.rows.map(({ id }) => id))
    after = page.next
  }
  expect(found).toEqual(['0025'])
  expect(pages).toBeGreaterThan(1)
  expect(Math.max(...asked)).toBe(10)
})

test.for([
  ['nothing is known', { read: 0, seen: 0 }, 10],
  ['they are small', { read: 10 * KIB, seen: 10 }, 50],
  ['they are large', { read: 3000 * KIB, seen: 10 }, 3],
  ['one alone is too large', { read: 90_000 * KIB, seen: 10 }, 1],
] as const)('where %s, so many rows are read next', ([, known, next]) => {
  expect(atOnce(known)).toBe(next)
})
