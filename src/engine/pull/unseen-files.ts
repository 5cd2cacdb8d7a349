import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import { noMarks } from '../../model/no-marks.ts'
import type { Pull } from '../../model/pull.ts'
import type { UnshownFile } from '../../model/unshown-file.ts'
import { namesOf, unseenBy, unshownAmong } from '../../model/unshown-words.ts'
import type { Reader } from '../reader.ts'
import { ownAt, roundAt } from '../tables.ts'

/** Files of the newest round that no screen of ours shows in full, and that this person has not marked as they are now. */
export async function loadUnseen(
  read: Reader,
  pull: Pull | undefined,
  { by, on_forge }: { readonly by: Actor; readonly on_forge?: true },
): Promise<readonly UnshownFile[]> {
  if (pull === undefined || on_forge === true) return []
  const round = await read.get('rounds', roundAt(pull.id, pull.round))
  const unshown = unshownAmong(round?.files ?? [])
  if (unshown.length === 0) return []
  return unseenBy((await read.get('marks', ownAt(pull.id, by.id))) ?? noMarks(pull.id), unshown)
}

/** An approval accounts for every byte, so whoever gives it has had those that the screen leaves out. */
export function unseenError({ id }: Pick<Pull, 'id'>, files: readonly UnshownFile[]): AppError {
  const message = `The diff does not show all of ${namesOf(files)}. Download each and look, or mark it as viewed, before you approve.`
  const next = `Have one whole: leeway pr file ${id} PATH --out FILE`
  return new AppError('unseen_files', [], { message, details: { next } })
}
