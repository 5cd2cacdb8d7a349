import type { CheckpointView, Desk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Review } from '../../model/review.ts'
import { namesOf, unseenBy } from '../../model/unshown-words.ts'
import type { Io } from '../io.ts'
import { type Looked, lookAt, showWork } from '../pull/work-of.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { afterEdit, drawAfterEdit } from './after-edit.ts'
import { askedData } from './asked-data.ts'
import { drawCheckpoint } from './draw-checkpoint.ts'
import { drawHalt, haltOverCheckpoint } from './draw-halts.ts'
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
export async function refuseUnfit(desk: Desk, looked: Looked, { review, isSeen }: Given): Promise<void> {
  await refuseUnfitAnswer(desk, looked, { answer: review.answer, isSeen })
  refuseUnfitValue(looked.view.checkpoint, review)
}

interface Asking {
  readonly review: Review
  readonly io: Io
}

/** All that is decided, complete, with what would take its place, and what keeps it from going on. */
export async function drawAsked(desk: Desk, looked: Looked, { review, io }: Asking): Promise<string> {
  const now = desk.now()
  const parts = [drawCheckpoint(await showWork(desk, looked), now, pageOf(io))]
  if (review.answer === 'edit') parts.push(`The arguments from now on:\n${jsonText(review.args)}`)
  if (review.answer === 'respond') parts.push(`Your response:\n${jsonText(review.value)}`)
  const halted = await haltOverCheckpoint(desk, looked.view)
  if (halted !== null) parts.push(drawHalt(halted, now, pageOf(io)).join('\n'))
  return `${parts.join('\n\n')}\n`
}

/**
 * Without a terminal nobody can be asked, so everything is shown and nothing is answered. The hash then stands beside
 * what it names: whoever calls again with it has had all of it before them.
 */
export async function refuseUnseen(desk: Desk, given: Given, io: Io): Promise<void> {
  const { ids, review, json } = given
  if (!LETS_GO_ON.has(review.answer)) return
  const all: Looked[] = []
  for (const id of ids) {
    const looked = await lookAt(desk, await fullId.checkpoint(desk, id))
    refuseUntaken(looked.view.checkpoint, review.answer)
    if (needsLook(looked.view, review)) await refuseUnfit(desk, looked, given)
    all.push(looked)
  }
  const unseen = all.filter(({ view }) => needsLook(view, review))
  if (unseen.length === 0) return
  if (json) {
    const data: object[] = []
    for (const looked of unseen)
      data.push(askedData(await showWork(desk, looked), await haltOverCheckpoint(desk, looked.view)))
    io.stdout.write(`${jsonText(data.length === 1 ? data[0] : data)}\n`)
  } else for (const looked of unseen) io.stdout.write(`${await drawAsked(desk, looked, { review, io })}\n`)
  // On standard error, because whoever reads data has to know it too.
  for (const { view } of review.answer === 'edit' ? unseen : [])
    io.stderr.write(drawAfterEdit(await afterEdit(desk, view), pageOf(io)))
  throw unanswered(all, given)
}

/** One hash for each id, in their order, as the options want them. */
function unanswered(all: readonly Looked[], { isSeen = false }: Given): AppError {
  const what = all.length === 1 ? 'This is what you would answer' : 'These are what you would answer'
  const unshown = isSeen
    ? []
    : all.flatMap(({ work }) => (work === null ? [] : unseenBy(work.view.marks, work.view.unshown)))
  const whole =
    unshown.length === 0 ? 'complete.' : `complete but for ${namesOf(unshown)}, of which each has to be had whole.`
  const message = `Nothing was answered: there is no terminal in which you could be asked. ${what}, ${whole}`
  const hashes = all.map(({ view }) => `--hash ${view.checkpoint.content_hash}`).join(' ')
  const seen = unshown.length === 0 ? '' : ' --seen'
  return new AppError('wrong_call', [{ code: 'invalid_value', message, path: '' }], {
    details: { next: `If you have looked and want exactly this, say the same again with  ${hashes}${seen}` },
  })
}
