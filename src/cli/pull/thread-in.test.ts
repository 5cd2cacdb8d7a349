import { expect, test } from 'vitest'
import type { PullView } from '../../compose.ts'
import { threadIn } from './thread-in.ts'

const view = {
  pull: { id: 'job-1:phase-1' },
  threads: [{ id: 'thr_aaaa1111bbbb' }, { id: 'thr_cccc2222bbbb' }, { id: 'thr_dddd3333eeee' }],
} as unknown as PullView

test('a thread is meant by its id, its beginning or four characters of its end', () => {
  expect(threadIn(view, 'thr_aaaa1111bbbb')).toBe('thr_aaaa1111bbbb')
  expect(threadIn(view, 'thr_cc')).toBe('thr_cccc2222bbbb')
  expect(threadIn(view, 'dd')).toBe('thr_dddd3333eeee')
  expect(threadIn(view, 'eeee')).toBe('thr_dddd3333eeee')
})

test('what is not clear or not there is told with the threads that there are, and where to read them', () => {
  expect(() => threadIn(view, 'bbbb')).toThrow('Which thread? thr_aaaa1111bbbb, thr_cccc2222bbbb')
  expect(() => threadIn(view, 'eee')).toThrow('Of the end of an id at least 4 characters are needed.')
  expect(() => threadIn(view, 'thr_none')).toThrow(
    expect.objectContaining({
      code: 'not_found',
      message: `There is no thread "thr_none" in job-1:phase-1. There is: ${view.threads.map(({ id }) => id).join(', ')}`,
      details: { next: 'Read them: leeway pr show job-1:phase-1' },
    }),
  )
})
