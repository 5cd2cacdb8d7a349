import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { JobId } from '../model/ids.ts'
import { MAIN } from '../review/branch-name.ts'
import type { Signature } from '../workspace/commit-text.ts'
import { findGit } from '../workspace/find-git.ts'
import type { Git } from '../workspace/git.ts'
import type { FileWrite } from '../workspace/import-commit.ts'
import type { Oid } from '../workspace/oid.ts'
import { initRepository } from '../workspace/open-repository.ts'
import type { Repository } from '../workspace/repository.ts'
import { writeCommit } from '../workspace/write-commit.ts'
import { aFolder } from './folder.ts'

/** Everybody in these tests works at the same moment, so that commits are the same in every run. */
export const BOT: Signature = { name: 'Leeway', email: 'leeway@localhost', at: new Date('2026-11-16T12:00:00Z') }
/** The branch that most tests are about. */
export const PHASE = 'phase-1-strategic'

let found: Promise<Git> | undefined

/** The git of this machine. */
export function theGit(): Promise<Git> {
  found ??= findGit({ searchPath: process.env['PATH'] ?? '' })
  return found
}

/** An empty repository of a job, in a folder that is gone after the test. */
export async function aRepository(job = 'job-1'): Promise<Repository> {
  const root = join(aFolder(), 'repositories')
  const which = { git: await theGit(), root, job: job as JobId }
  const repository = await initRepository(which, { author: BOT, message: 'Begin' })
  onTestFinished(() => repository.close())
  return repository
}

/** Commits files to a branch, which begins at main when there is none. */
export async function commitTo(
  repository: Repository,
  files: Readonly<Record<string, string | Uint8Array | null>>,
  branch = PHASE,
): Promise<Oid> {
  const writes = Object.entries(files).map(([path, content]): FileWrite => ({ path, content }))
  const expected = (await repository.head(branch)) ?? null
  return await writeCommit(repository, { branch, expected, files: writes, author: BOT, message: 'Work' })
}

/** The branch as a reviewer would approve it at this moment. */
export async function approvalOf(repository: Repository, branch = PHASE) {
  const [head, base] = [await repository.headOf(branch), await repository.headOf(MAIN)]
  const { tree } = await repository.commit(head)
  return { branch, head, base, tree, author: BOT, message: 'Phase 1' }
}
