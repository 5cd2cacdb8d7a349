import { join } from 'node:path'
import type { JobId } from '../../src/model/ids.ts'
import { MAIN } from '../../src/review/branch-name.ts'
import { linkOf } from '../../src/workspace/commit-links.ts'
import { findGit } from '../../src/workspace/find-git.ts'
import { mergedTree } from '../../src/workspace/merged-tree.ts'
import { initRepository } from '../../src/workspace/open-repository.ts'
import { squashMerge } from '../../src/workspace/squash-merge.ts'
import { writeCommit } from '../../src/workspace/write-commit.ts'
import { OURS } from '../result.ts'
import type { PhaseCycler } from './phase-cycler.ts'
import { phaseFiles } from './phase-files.ts'

/** A phase as our workspace has it: a commit without a checkout, and a merge of exactly the tree that was seen. */
export async function openOurs(folder: string): Promise<PhaseCycler> {
  const git = await findGit({ searchPath: process.env['PATH'] ?? '' })
  const author = { name: 'Leeway', email: 'leeway@localhost', at: new Date(1_800_000_000_000) }
  const which = { git, root: join(folder, 'repositories'), job: 'bench' as JobId }
  const repository = await initRepository(which, { author, message: 'Begin' })
  return {
    name: OURS,
    answers: 'synced; no checkout, reviewed tree and base compared and swapped, every round kept',
    cycle: async (number, from) => {
      const branch = `phase-${number}-tactical`
      const base = await repository.headOf(MAIN)
      const [older] = from === 'older main' ? (await linkOf(repository, base)).parents : []
      const commit = {
        branch,
        expected: null,
        parent: older ?? base,
        files: phaseFiles(number),
        author,
        message: 'Work',
      }
      const head = await writeCommit(repository, commit)
      const tree = await mergedTree(repository, { base, head })
      await squashMerge(repository, { branch, head, base, tree, author, message: `Phase ${number}` })
    },
    fsck: async () => (await repository.run(['fsck', '--strict', '--no-dangling'])).toString(),
    files: async () => (await repository.run(['ls-tree', '-r', '--name-only', MAIN])).toString().trim().split('\n'),
    close: async () => repository.close(),
  }
}
