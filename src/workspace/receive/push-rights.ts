import { AppError } from '../../model/errors.ts'
import { MAIN, readPushedRef } from '../../review/branch-name.ts'
import type { RefUpdate } from './push-request.ts'

/** What whoever pushes may do here; worked out by the server from who they are. */
export interface PushRights {
  readonly branches: readonly string[]
  /** Whether a branch that is not there yet may be begun. */
  readonly mayBegin: boolean
  /** Whether a branch may be moved to commits that do not hold the old ones. */
  readonly mayRewrite: boolean
}

/** Refuses what no content could make right: other refs than the caller's own branches, and taking branches away. */
export function refuseForeign({ ref, from, to }: RefUpdate, rights: PushRights): void {
  const branch = readPushedRef(ref)
  if (!rights.branches.includes(branch)) {
    const own = rights.branches.filter((name) => name !== MAIN).join(', ')
    throw refused(
      `${branch} is not yours to push to. ${own === '' ? 'None is at the moment: people push to what is under review, until it is merged. See it: leeway pr' : `You may push to ${own}.`}`,
    )
  }
  if (to === null) throw refused(`${branch} can not be deleted. It goes when its review is merged or closed.`)
  if (from === null && !rights.mayBegin)
    throw refused(
      `${branch} is not there, though it is under review: somebody has deleted it from the repository, and approving it or the next round of its agent puts it back. Where it was merged or closed at this moment, fetch.`,
    )
}

/** A refusal with a sentence for the terminal of whoever pushes. */
export function refused(message: string): AppError {
  return new AppError('push_refused', [], { message })
}

/** The same where an object was needed and not found, or not readable: it was left out of the push, or the repository is damaged. */
export function lacking(message = 'Objects are missing. Fetch, and push again.'): AppError {
  return new AppError('push_refused', [], { message, details: { lacks: 'objects' } })
}

export function isLacking(error: unknown): boolean {
  return error instanceof AppError && error.code === 'push_refused' && error.details['lacks'] === 'objects'
}
