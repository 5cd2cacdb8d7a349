import { expect, test, vi } from 'vitest'
import { removeObject } from '../testing/break-repository.ts'
import { aRepository, commitTo, PHASE } from '../testing/git-house.ts'
import { damagedBranches } from './damaged-branches.ts'

/** How often it was looked behind the branches of a repository from now on. */
function looks(repository: Awaited<ReturnType<typeof aRepository>>): () => number {
  const attempt = vi.spyOn(repository, 'attempt')
  return () => attempt.mock.calls.filter(([[command]]) => command === 'rev-list').length
}

test('many who fetch at once have the same looked at once', async () => {
  const repository = await aRepository()
  await commitTo(repository, { 'a.txt': 'one' })
  const count = looks(repository)
  const found = await Promise.all(Array.from({ length: 20 }, () => damagedBranches(repository)))
  expect(found).toEqual(Array(20).fill([]))
  expect(count()).toBe(1)
})

test('what is gone is found for everybody who came at once, and is back for whoever comes after it is', async () => {
  const repository = await aRepository()
  await commitTo(repository, { 'a.txt': 'one' })
  const giveBack = removeObject(repository.folder, `${PHASE}:a.txt`)
  const found = await Promise.all(Array.from({ length: 5 }, () => damagedBranches(repository)))
  expect(found).toEqual(Array(5).fill([`refs/heads/${PHASE}`]))
  giveBack()
  expect(await damagedBranches(repository)).toEqual([])
})
