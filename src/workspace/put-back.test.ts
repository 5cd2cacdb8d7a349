import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { approvalOf, aRepository, commitTo, PHASE } from '../testing/git-house.ts'
import { closeBranch, retireBranch } from './close-branch.ts'
import type { Oid } from './oid.ts'
import { putBack } from './put-back.ts'
import { type Repository, refOf } from './repository.ts'
import { historyRef, squashMerge } from './squash-merge.ts'

const quietly = async () => undefined
const back = (repository: Repository, head: Oid) => putBack(repository, { branch: PHASE, head, beforeMoving: quietly })
const remove = (repository: Repository) => repository.changeRefs([{ ref: refOf(PHASE), to: null }])

test('a branch that somebody has deleted is put back where it was, once, and merged as it was approved', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  await remove(repository)
  let noted = 0
  const lost = { branch: PHASE, head, beforeMoving: async () => noted++ }
  await putBack(repository, lost)
  await putBack(repository, lost)
  expect(noted).toBe(1)
  expect(await repository.head(PHASE)).toBe(head)
  const { commit } = await squashMerge(repository, approval)
  expect(await repository.headOf(MAIN)).toBe(commit)
})

test('a branch that is somewhere else, merged or given up is not put back', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  const other = await commitTo(repository, { a: '2' })
  await back(repository, head)
  expect(await repository.head(PHASE)).toBe(other)
  await squashMerge(repository, await approvalOf(repository))
  await back(repository, other)
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('a branch that is given up in the very moment is not put back, and one that appears is not written over', async () => {
  const repository = await aRepository()
  const first = await commitTo(repository, { a: '1' })
  const head = await commitTo(repository, { a: '2' })
  await remove(repository)
  const appears = {
    branch: PHASE,
    head,
    beforeMoving: () => repository.changeRefs([{ ref: refOf(PHASE), to: first, from: null }]),
  }
  await putBack(repository, appears)
  expect(await repository.head(PHASE)).toBe(first)
  await remove(repository)
  await putBack(repository, { branch: PHASE, head, beforeMoving: () => retireBranch(repository, PHASE, head) })
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('what is given up after somebody had deleted it stays to be seen, where it was known to be last', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  await remove(repository)
  await retireBranch(repository, PHASE, head)
  await back(repository, head)
  expect(await repository.head(PHASE)).toBeUndefined()
  expect(await repository.objects.info(historyRef(PHASE))).toMatchObject({ oid: head })
})

test('what is kept of a branch that was given up is not written over when that is done again', async () => {
  const repository = await aRepository()
  const first = await commitTo(repository, { a: '1' })
  const head = await commitTo(repository, { a: '2' })
  await closeBranch(repository, PHASE, head)
  await retireBranch(repository, PHASE, first)
  expect(await repository.objects.info(historyRef(PHASE))).toMatchObject({ oid: head })
})

test('a branch whose commit is gone too is for somebody to mend, and nothing is put in its place', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  await remove(repository)
  await repository.close()
  rmSync(join(repository.folder, 'objects', 'pack'), { recursive: true })
  await expect(back(repository, head)).rejects.toMatchObject({
    code: 'repository_broken',
    message: expect.stringContaining('backup'),
  })
  expect(await repository.tip(PHASE)).toBeUndefined()
  await retireBranch(repository, PHASE, head)
})
