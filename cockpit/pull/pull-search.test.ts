import { expect, test } from 'vitest'
import { readFilesSearch, readPullSearch } from './pull-search.ts'

test.for(['abc', '', 0, -1, 1.5, true, null, [1]])('%j is no round, and is said to be none', (round) => {
  // What is left out here would reach the page as it stands in the address.
  expect({ round, since: round, ...readPullSearch({ round, since: round }) }).toMatchObject({
    ...{ round: undefined, since: undefined },
  })
  expect({ round, ...readFilesSearch({ round }) }).toMatchObject({ round: undefined })
})

test('a file and a view of other kinds are none', () => {
  const given = { file: 5, view: 'sideways', path: ['a'], edit: 'yes' }
  expect({ ...given, ...readPullSearch(given) }).toMatchObject({ file: undefined, view: undefined })
  expect({ ...given, ...readFilesSearch(given) }).toMatchObject({ path: undefined, edit: undefined })
})

test('what makes sense stays', () => {
  const given = { round: 3, since: 1, file: 'a.md', view: 'split' }
  expect(readPullSearch(given)).toEqual(given)
  expect(readFilesSearch({ round: 2, path: 'a.md', edit: true })).toEqual({ round: 2, path: 'a.md', edit: true })
})
