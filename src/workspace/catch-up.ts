import { MAIN } from '../review/branch-name.ts'
import type { Signature } from './commit-text.ts'
import { gitFailure } from './git-failure.ts'
import { commitOfTree } from './import-commit.ts'
import { isAncestor } from './merge-base.ts'
import { refuseUnread } from './merged-tree.ts'
import { Oid } from './oid.ts'
import { type Repository, refOf } from './repository.ts'

/**
 * Takes what `main` has by now into a branch. Lines that both changed are written with git's marks around them, for whoever
 * works on the branch to settle; their files are named.
 */
export async function catchUp(
  repository: Repository,
  branch: string,
  author: Signature,
): Promise<{ readonly conflicts: readonly string[] }> {
  const main = await repository.headOf(MAIN)
  const head = await repository.headOf(branch)
  if (await isAncestor(repository, main, head)) return { conflicts: [] }
  const args = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', head, main]
  const { code, stdout, stderr } = await repository.attempt(args)
  refuseUnread(stderr)
  if (code > 1) throw gitFailure('merge-tree', stderr)
  const [tree = '', ...files] = stdout.toString().split('\0')
  const message = `Take in main as of ${main.slice(0, 10)}`
  const commit = { tree: Oid.parse(tree), parents: [head, main], author, message }
  await repository.changeRefs([{ ref: refOf(branch), to: await commitOfTree(repository, commit), from: head }])
  return { conflicts: files.filter((file) => file !== '') }
}
