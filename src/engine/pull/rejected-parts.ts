import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import { PersonId } from '../../model/ids.ts'
import type { ChangedFile, Pull, Round } from '../../model/pull.ts'
import { type RejectedPart, rejectedText } from '../../model/rejected-part.ts'
import type { FileVerdict, Marks } from '../../model/review-thread.ts'
import { mayDecide } from '../access.ts'
import type { Reader } from '../reader.ts'
import { ownerOf, roundAt } from '../tables.ts'

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
  const marks = await read.entries({ table: 'marks', index: 'by_pull', equals: [pull.id], limit: 1000 })
  const noes = marks.filter(({ row }) => row.verdicts.some(isNo))
  if (noes.length === 0) return []
  const round = await read.get('rounds', roundAt(pull.id, pull.round))
  const rejected: RejectedPart[] = []
  for (const { id, row } of noes) {
    const by = PersonId.parse(ownerOf(pull.id, id))
    if (mayDecide(await read.get('people', by), checkpoint)) rejected.push(...standingIn(round, by, row))
  }
  return rejected
}

function isNo({ verdict }: FileVerdict): boolean {
  return verdict === 'rejected'
}

/** The hash of a part names its file and what changes there, so that it is found wherever in the file it stands by now. */
function standingIn(round: Round | undefined, by: PersonId, { verdicts }: Marks): readonly RejectedPart[] {
  return verdicts.filter(isNo).flatMap(({ path, file: hash, hunk, reason }): readonly RejectedPart[] => {
    const file = round?.files.find((one) => (hunk === null ? one.hash === hash : mayHave(one, path, hunk)))
    if (file === undefined) return []
    const isSeen = hunk !== null && file.hunks.includes(hunk)
    const number = isSeen ? file.hunks.indexOf(hunk) + 1 : null
    return [{ by, path, hunk, number, of: file.hunks.length, reason }]
  })
}

/** Of a file that is no text by now, or too large to show, nobody can tell that the part has changed: so it stands. */
function mayHave({ path, hunks }: ChangedFile, at: string, hunk: string): boolean {
  return hunks.includes(hunk) || (path === at && hunks.length === 0)
}

/** More than these are counted. */
const NAMED = 3

/** A no to a part of it stands in the way of every yes but that of whoever said it. */
export function rejectedError({ id }: Pick<Pull, 'id'>, parts: readonly RejectedPart[]): AppError {
  const named = parts.slice(0, NAMED).map(rejectedText).join('; ')
  const more = parts.length > NAMED ? `, and ${parts.length - NAMED} more` : ''
  const who = [...new Set(parts.map(({ by }) => by))].join(', ')
  const message = `Nothing of ${id} is merged over what somebody has rejected: ${named}${more}. Request changes, or ask ${who} to accept or approve it.`
  return new AppError('rejected_parts', [], { message })
}
