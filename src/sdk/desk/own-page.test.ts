import { expect, test } from 'vitest'
import type { PageQuery } from '../desk.ts'
import { ownPage } from './own-page.ts'

/** Rows in their order; those of others are in between. */
const ROWS = Array.from({ length: 5000 }, (_, at) => ({ id: String(at).padStart(4, '0'), isOwn: at % 1000 === 999 }))

function pageOf(query: PageQuery) {
  return ownPage(query, {
    find: async ({ after, limit }) => ROWS.filter(({ id }) => after === undefined || id > after.id).slice(0, limit),
    isOwn: ({ isOwn }) => isOwn,
    placeOf: ({ id }) => ({ value: id, id }),
  })
}

test('every page ends at a row of its own, however many of others stand between them', async () => {
  const seen: string[] = []
  const ends: (string | undefined)[] = []
  for (let query: PageQuery | null = { limit: 2 }; query !== null; ) {
    const { rows, next }: Awaited<ReturnType<typeof pageOf>> = await pageOf(query)
    seen.push(...rows.map(({ id }) => id))
    ends.push(next?.id)
    query = next && { limit: 2, after: next }
  }
  expect(seen).toEqual(['0999', '1999', '2999', '3999', '4999'])
  expect(ends).toEqual(['1999', '3999', undefined])
})

test('where nothing is somebody’s own there is no next page', async () => {
  expect(await pageOf({ limit: 50, after: { value: '4999', id: '4999' } })).toEqual({ rows: [], next: null })
})
