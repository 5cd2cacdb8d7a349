import { expect, test } from 'vitest'
import type { ReviewThread } from '../model/review-thread.ts'
import { readingOrder } from './reading-order.ts'

const at = (path: string, first: number) => ({ path, first, last: first })
const thread = (id: string, given: object = {}) =>
  ({ id, anchor: null, place: null, opened_at: '2026-01-01', ...given }) as unknown as ReviewThread

test('threads are read from the whole to the files, from the top down, the older first', () => {
  const threads = [
    thread('newer', { place: at('a.md', 9), opened_at: '2026-01-02' }),
    thread('below', { place: at('a.md', 10) }),
    thread('another file', { place: at('b.md', 1) }),
    thread('outdated, where it was', { anchor: at('a.md', 2) }),
    thread('older', { place: at('a.md', 9) }),
    thread('moved', { anchor: at('b.md', 1), place: at('a.md', 3) }),
    thread('whole'),
  ]
  expect(threads.toSorted(readingOrder).map(({ id }) => id)).toEqual([
    ...['whole', 'outdated, where it was', 'moved', 'older', 'newer', 'below', 'another file'],
  ])
})
