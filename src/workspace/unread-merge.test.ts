import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loosen } from '../testing/break-repository.ts'
import { approvalOf, aRepository, commitTo } from '../testing/git-house.ts'
import { catchUp } from './catch-up.ts'
import { conflictsOf, mergedTree } from './merged-tree.ts'
import { Oid } from './oid.ts'
import { squashMerge } from './squash-merge.ts'

const OTHER = 'phase-2-tactical'
const AUTHOR = { name: 'scout', email: 'scout@agent.leeway.invalid', at: new Date(0) }

/** A branch beside a main that something came to. What the last commit of the branch holds is gone. */
async function damaged() {
  const repository = await aRepository()
  await commitTo(repository, { plan: 'one\n', 'sub/a': 'a\n' })
  await squashMerge(repository, await approvalOf(repository))
  await commitTo(repository, { more: 'more\n' })
  await commitTo(repository, { plan: 'two\n' }, OTHER)
  await squashMerge(repository, await approvalOf(repository))
  await loosen(repository)
  const oid = (await repository.run(['rev-parse', `${OTHER}^{tree}`])).toString().trim()
  rmSync(join(repository.folder, 'objects', oid.slice(0, 2), oid.slice(2)))
  const tip = async (name: string) => Oid.parse((await repository.run(['rev-parse', name])).toString().trim())
  return { repository, base: await tip('main'), head: await tip(OTHER), tip }
}

test('work that can not be read is damage, and not work that takes every file away', async () => {
  const { repository, base, head, tip } = await damaged()
  const broken = { code: 'repository_broken' }
  await expect(mergedTree(repository, { base, head })).rejects.toMatchObject(broken)
  await expect(conflictsOf(repository, { base, head })).rejects.toMatchObject(broken)
  await expect(catchUp(repository, OTHER, AUTHOR)).rejects.toMatchObject(broken)
  expect(await tip(OTHER)).toBe(head)
})
