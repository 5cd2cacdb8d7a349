import type { AskedOfGit } from '../../engine/pull/landed-by.ts'
import { AppError } from '../../model/errors.ts'
import { landingsOf } from '../../model/landings-of.ts'
import type { OfferedRound, Pull } from '../../model/pull.ts'
import type { Context } from '../context.ts'

/** Asks git which of the commits that people were about to put on a branch a round stands on. */
export async function askLanded(
  { workspaces }: Pick<Context, 'workspaces'>,
  pull: Pull,
  { head }: OfferedRound,
): Promise<AskedOfGit> {
  const looked = landingsOf(pull).map(({ to }) => to)
  const holds: string[] = []
  for (const to of looked) if (await workspaces.holds(pull.job, head, to)) holds.push(to)
  return { looked, holds }
}

/** Somebody may be written down while git is asked; then all of it is looked at anew. */
export async function whileOthersLand<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let race = 1; ; race++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'head_moved' || race === MAX_RACES) throw error
    }
  }
}

/** More than ever lose a race by chance. */
const MAX_RACES = 10
