import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Pull } from '../../model/pull.ts'
import type { RejectedPart } from '../../model/rejected-part.ts'
import { rejectedText } from '../../model/rejected-text.ts'
import { mayDecide } from '../access.ts'
import type { Reader } from '../reader.ts'
import { roundAt } from '../tables.ts'
import { loadNoes, type StandingNo, standingIn } from './standing-noes.ts'

/**
 * What people who may decide here have rejected and not taken back, as far as the newest round has it unchanged. Worked out anew each time,
 * because a push, a moved `main` and a lost right all change it. Whoever submits a review writes the pull request too, so that a no is
 * never passed over by somebody who looked before it came.
 */
export async function loadRejected(
  read: Reader,
  pull: Pull | undefined,
  checkpoint: Checkpoint | undefined,
): Promise<readonly RejectedPart[]> {
  // A verdict comes with a review, and a review answers a checkpoint.
  if (pull === undefined || checkpoint === undefined) return []
  const noes = await loadNoes(read, pull)
  const deciding: (typeof noes.said)[number][] = []
  for (const said of noes.said) {
    if (mayDecide(await read.get('people', said.by), checkpoint)) deciding.push(said)
  }
  if (deciding.length === 0) return []
  const round = await read.get('rounds', roundAt(pull.id, pull.round))
  return partsOf(standingIn(round?.files ?? [], { ...noes, said: deciding }))
}

/** What somebody said of a part, and of where it stood before, is one no. */
function partsOf(standing: readonly StandingNo[]): readonly RejectedPart[] {
  const groups = Map.groupBy(standing, ({ by, part }) => `${by}\n${part.hash}\n${part.path}`)
  return [...groups.values()].map((same) => {
    // The latest says best what is meant.
    const ordered = same.toSorted((one, other) => one.verdict.round - other.verdict.round)
    const { by, verdict, part } = ordered.at(-1) as StandingNo
    const { path, hunk, number, of } = part
    const judged = ordered.map(({ verdict: { path, file, hunk } }) => ({ path, file, hunk }))
    return { by, path, hunk, number, of, reason: verdict.reason, judged }
  })
}

/** More than these are counted. */
const NAMED = 3

/** A no to a part of it stands in the way of every yes but that of whoever said it. */
export function rejectedError({ id }: Pick<Pull, 'id'>, parts: readonly RejectedPart[]): AppError {
  const named = parts.slice(0, NAMED).map(rejectedText).join('; ')
  const more = parts.length > NAMED ? `, and ${parts.length - NAMED} more` : ''
  const who = [...new Set(parts.map(({ by }) => by))].join(', ')
  const message = `Nothing of ${id} is merged over what somebody has rejected: ${named}${more}. Request changes, or ask ${who} to accept or approve it.`
  return new AppError('rejected_parts', [], { message, details: { pull: id } })
}
