import type { Desk } from '../../compose.ts'
import type { AppError } from '../../model/errors.ts'
import { nobodyAsked } from '../../model/nobody-asked.ts'
import { fullId } from '../person/full-id.ts'
import { wrongCall } from '../wrong-call.ts'
import { refuseUnable } from './refuse-unable.ts'
import { refuseUnread } from './work-of.ts'

/** Whoever names no commit, and can't be asked, hears first of all that would refuse them with one too. */
export async function unnamed(desk: Desk, id: string, isSeen: boolean): Promise<AppError> {
  const view = await desk.pulls.read(await fullId.pull(desk, id))
  const { pull, checkpoint } = view
  if (checkpoint === null || pull.status !== 'open') return nobodyAsked(pull)
  refuseUnread(view)
  refuseUnable(view, { me: await desk.me(), isSeen, named: pull.head })
  return wrongCall(
    `Name the commit that you looked at: leeway pr approve ${pull.id} --head COMMIT. \`leeway pr show ${pull.id}\` prints it.`,
  )
}
