import { gitFailure } from './git-failure.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'
import { rowBack } from './row-back.ts'

/** The commit at which two lines of work parted; nothing when they have none in common. */
export async function mergeBase(repository: Repository, one: Oid, other: Oid): Promise<Oid | undefined> {
  const { code, stdout, stderr } = await repository.attempt(['merge-base', '--end-of-options', one, other])
  if (code === 0) return Oid.parse(stdout.toString().trim().split('\n')[0])
  if (code === 1 && stderr === '') return undefined
  throw gitFailure('merge-base', stderr)
}

/** Whether the work of one commit is in the other. */
export async function isAncestor(repository: Repository, ancestor: Oid, of: Oid): Promise<boolean> {
  const row = await rowBack(repository, ancestor, of)
  if (row !== undefined) return row.meets
  const args = ['merge-base', '--is-ancestor', '--end-of-options', ancestor, of]
  const { code, stderr } = await repository.attempt(args)
  if (code > 1) throw gitFailure('merge-base', stderr)
  return code === 0
}
