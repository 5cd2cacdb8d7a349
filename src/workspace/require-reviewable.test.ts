import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { approvalOf, aRepository, BOT, commitTo, PHASE, theGit } from '../testing/git-house.ts'
import { GitClient, served } from '../testing/git-server.ts'
import { catchUp } from './catch-up.ts'
import { diffTrees } from './diff-trees.ts'
import { mergedTree } from './merged-tree.ts'
import { Repository } from './repository.ts'
import { squashMerge } from './squash-merge.ts'

/** Git writes each of its letters in eight: a thousand files have sixteen megabytes of names. */
const FOLDER = `${'é'.repeat(120)}/`.repeat(16)
const named = (from: number, count: number, text = 'x') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${FOLDER}${from + at}.md`, text]))
const OTHER = 'phase-2-tactical'
const WHY = /which nobody can look at in one phase.*Offer that, and go on in the next phase/

test('what would make a branch more than can be named is refused as it comes, and all before it stands', async () => {
  const repository = await aRepository()
  await commitTo(repository, named(0, 700))
  await expect(commitTo(repository, named(700, 400))).rejects.toThrow(WHY)
  // What is written again counts once.
  const head = await commitTo(repository, named(0, 700, 'again'))
  const base = await repository.headOf(MAIN)
  expect(await diffTrees(repository, { from: base, to: await mergedTree(repository, { base, head }) })).toHaveLength(
    700,
  )

  // Another process, a person who pushes, and who takes main in first all count what is there.
  await commitTo(repository, { other: '1' }, OTHER)
  await squashMerge(repository, await approvalOf(repository, OTHER))
  await catchUp(repository, PHASE, BOT)
  const other = new Repository(await theGit(), repository.folder)
  await expect(commitTo(other, named(700, 400))).rejects.toThrow(WHY)
  await commitTo(other, { small: '1' })
  await other.close()
  const ann = await GitClient.cloneOf(await served(repository))
  const many = await ann.commitOf(
    Object.keys(named(700, 400)).map((path) => ({ path })),
    PHASE,
  )
  const { code, err } = await ann.run(['push', 'origin', `${many}:refs/heads/${PHASE}`])
  expect([code, err.replaceAll('\nremote: ', ' ')]).toEqual([1, expect.stringMatching(WHY)])
  const few = await ann.commitOf([{ path: 'few' }], PHASE)
  expect(await ann.run(['push', 'origin', `${few}:refs/heads/${PHASE}`])).toMatchObject({ code: 0 })
})
