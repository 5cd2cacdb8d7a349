import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { approvalOf, aRepository, commitTo, PHASE } from '../testing/git-house.ts'
import { catchUp } from './catch-up.ts'
import { mergedTree } from './merged-tree.ts'
import { squashMerge } from './squash-merge.ts'

const OTHER = 'phase-2-tactical'
const AUTHOR = { name: 'scout', email: 'scout@agent.leeway.invalid', at: new Date(0) }

test('a branch takes in what main has by now, and is merged on top of it', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1\n' })
  await commitTo(repository, { b: '2\n' }, OTHER)
  await squashMerge(repository, await approvalOf(repository))
  expect(await catchUp(repository, OTHER, AUTHOR)).toEqual({ conflicts: [] })
  const names = (await repository.run(['ls-tree', '--name-only', `refs/heads/${OTHER}`])).toString()
  expect(names).toBe('a\nb\n')
  const { parents } = await repository.commit(await repository.headOf(OTHER))
  expect(parents).toHaveLength(2)
  expect(await catchUp(repository, OTHER, AUTHOR)).toEqual({ conflicts: [] })
  expect((await repository.run(['fsck', '--strict'])).toString()).toBe('')
})

test('lines that both changed are marked for whoever works on the branch, and their files named', async () => {
  const repository = await aRepository()
  await commitTo(repository, { plan: 'mine\n' })
  await commitTo(repository, { plan: 'theirs\n' }, OTHER)
  await squashMerge(repository, await approvalOf(repository, PHASE))
  expect(await catchUp(repository, OTHER, AUTHOR)).toEqual({ conflicts: ['plan'] })
  const text = (await repository.run(['show', `refs/heads/${OTHER}:plan`])).toString()
  expect(text).toMatch(/<<<<<<<[^]*theirs[^]*=======[^]*mine[^]*>>>>>>>/)
  // What was settled on the branch then goes onto main without a second conflict.
  await commitTo(repository, { plan: 'both\n' }, OTHER)
  const [base, head] = [await repository.headOf(MAIN), await repository.headOf(OTHER)]
  expect(await mergedTree(repository, { base, head })).toBe((await repository.commit(head)).tree)
})
