import type { Desk, PullView } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { ExitCode, Io } from '../io.ts'
import { fullId } from '../person/full-id.ts'
import { giveAnswer } from '../person/give-answer.ts'
import { refuseUnable } from './refuse-unable.ts'

/** How an approval was called for by somebody who names no commit. */
interface Called {
  readonly id: string
  readonly text: string | undefined
  readonly isSeen: boolean
  readonly json: boolean
}

/** Shows somebody at a terminal all that would be merged, and asks: whoever has to look first need not name what is on their screen. */
export async function lookAndApprove(desk: Desk, { id, text, isSeen, json }: Called, io: Io): Promise<ExitCode> {
  const view = await desk.pulls.read(await fullId.pull(desk, id))
  refuseUnable(view, { me: await desk.me(), isSeen, named: view.pull.head })
  if (view.checkpoint === null) throw notAsked(view)
  const review = { answer: 'approve', ...(text && { reason: text }) } as const
  return giveAnswer(desk, { command: 'approve', ids: [view.checkpoint.id], hashes: [], json, isSeen, review }, io)
}

function notAsked({ pull: { id, status } }: PullView): AppError {
  if (status !== 'open') return new AppError('pull_ended', [], { message: `Pull request ${id} is ${status}.` })
  const next = `See what it has by now: leeway pr show ${id}`
  return new AppError('not_found', [], { message: `Nobody is asked about ${id} yet.`, details: { next } })
}
