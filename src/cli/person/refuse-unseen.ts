import type { CheckpointView, Desk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Review } from '../../model/review.ts'
import type { Io } from '../io.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { afterEdit, drawAfterEdit } from './after-edit.ts'
import { drawCheckpoint } from './draw-checkpoint.ts'
import { fullId } from './full-id.ts'
import type { Given } from './given.ts'
import { refuseUnfitAnswer, refuseUnfitValue, refuseUntaken } from './refuse-unfit-answer.ts'

/** Answers after which the agent goes on, so that somebody must have looked. */
export const LETS_GO_ON: ReadonlySet<Review['answer']> = new Set(['approve', 'edit', 'respond'])

/** Whether somebody has to look before this is answered; what is over is told by whoever was faster. */
export function needsLook({ checkpoint: { status } }: CheckpointView, { answer }: Review): boolean {
  return LETS_GO_ON.has(answer) && status === 'pending'
}

/** What would be refused is refused before anybody looks and is asked. */
export async function refuseUnfit(desk: Desk, view: CheckpointView, review: Review): Promise<void> {
  await refuseUnfitAnswer(desk, view, review.answer)
  refuseUnfitValue(view.checkpoint, review)
}

/** All that is decided, complete, with what would take its place. */
export function drawAsked(view: CheckpointView, review: Review, io: Io): string {
  const parts = [drawCheckpoint(view, new Date(), pageOf(io))]
  if (review.answer === 'edit') parts.push(`The arguments from now on:\n${jsonText(review.args)}`)
  if (review.answer === 'respond') parts.push(`Your response:\n${jsonText(review.value)}`)
  return `${parts.join('\n\n')}\n`
}

/**
 * Without a terminal nobody can be asked, so everything is shown and nothing is answered. The hash then stands beside
 * what it names: whoever calls again with it has had all of it before them.
 */
export async function refuseUnseen(desk: Desk, { ids, review, json }: Given, io: Io): Promise<void> {
  if (!LETS_GO_ON.has(review.answer)) return
  const views: CheckpointView[] = []
  for (const id of ids) {
    const view = await desk.checkpoint(await fullId.checkpoint(desk, id))
    refuseUntaken(view.checkpoint, review.answer)
    if (needsLook(view, review)) await refuseUnfit(desk, view, review)
    views.push(view)
  }
  const unseen = views.filter((view) => needsLook(view, review))
  if (unseen.length === 0) return
  const drawn = () => unseen.map((view) => drawAsked(view, review, io)).join('\n\n')
  io.stdout.write(`${json ? jsonText(unseen.length === 1 ? unseen[0] : unseen) : drawn()}\n`)
  // On standard error, because whoever reads data has to know it too.
  for (const view of review.answer === 'edit' ? unseen : [])
    io.stderr.write(drawAfterEdit(await afterEdit(desk, view), pageOf(io)))
  throw unanswered(views)
}

/** One hash for each id, in their order, as the options want them. */
function unanswered(views: readonly CheckpointView[]): AppError {
  const what = views.length === 1 ? 'This is what you would answer' : 'These are what you would answer'
  const message = `Nothing was answered: there is no terminal in which you could be asked. ${what}, complete.`
  const hashes = views.map(({ checkpoint }) => `--hash ${checkpoint.content_hash}`).join(' ')
  return new AppError('wrong_call', [{ code: 'invalid_value', message, path: '' }], {
    details: { next: `If you have looked and want exactly this, say the same again with  ${hashes}` },
  })
}
