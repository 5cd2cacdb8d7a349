import type { CheckpointView, Desk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { type Halted, haltedName } from '../../model/halts.ts'
import { harmless } from '../../model/harmless.ts'
import type { CheckpointId } from '../../model/ids.ts'
import { MOST_AT_ONCE } from '../../model/most-at-once.ts'
import type { Review } from '../../model/review.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { requireSeen } from '../pull/require-seen.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'
import { afterEdit, drawAfterEdit } from './after-edit.ts'
import { drawAnswered } from './draw-answered.ts'
import { pullOf } from './draw-checkpoint.ts'
import { drawHalt, haltOverCheckpoint } from './draw-halts.ts'
import { fullId } from './full-id.ts'
import type { Given } from './given.ts'
import { refuseUntaken } from './refuse-unfit-answer.ts'
import { drawAsked, LETS_GO_ON, needsLook, refuseUnfit, refuseUnseen } from './refuse-unseen.ts'
import { confirm, isTerminal } from './terminal.ts'
import { whoIsNext } from './who-is-next.ts'
import { withProof } from './with-proof.ts'

type Answered = Awaited<ReturnType<Desk['answer']>> & {
  readonly checkpoint: CheckpointId
  /** What keeps the agent from going on with it; null where nothing does. */
  readonly halted: Halted | null
}

/** Answers one checkpoint, or several at once; of several, one that fails does not stand in the way of the others. */
export async function giveAnswer(desk: Desk, given: Given, io: Io): Promise<ExitCode> {
  const { ids, hashes, command } = given
  const [only] = ids
  if (only === undefined) throw wrongCall(`Which one? leeway ${command} ID`)
  if (ids.length > MOST_AT_ONCE) {
    throw wrongCall(`At most ${MOST_AT_ONCE} are answered at once, and these are ${ids.length}. Nothing was answered.`)
  }
  if (hashes.length > 0 && hashes.length !== ids.length) throw wrongCall('Give one --hash for each id, in their order.')
  if (hashes.length === 0 && !isTerminal(io)) await refuseUnseen(desk, given, io)
  if (ids.length === 1) {
    const answered = await answerOne(desk, { given, id: only, hash: hashes[0] }, io)
    if (answered === undefined) return EXIT.failed
    const next = await whoIsNext(desk, answered, given.review)
    io.stdout.write(given.json ? `${jsonText(answered)}\n` : drawOne(answered, { given, next }, io))
    if (!given.json) io.stdout.write(drawHalted([answered], io))
    return EXIT.fine
  }
  return answerMany(desk, given, io)
}

async function answerMany(desk: Desk, given: Given, io: Io): Promise<ExitCode> {
  const results: (Answered | { readonly checkpoint: string; readonly error: object })[] = []
  const done: Answered[] = []
  let code: ExitCode = EXIT.fine
  for (const [at, id] of given.ids.entries()) {
    try {
      const answered = await answerOne(desk, { given, id, hash: given.hashes[at] }, io)
      if (answered === undefined) continue
      results.push(answered)
      done.push(answered)
      if (!given.json) io.stdout.write(drawOne(answered, { given, next: '' }, io))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'wrong_call') throw error
      code = EXIT.failed
      results.push({ checkpoint: id, error: { code: error.code, message: error.message } })
      io.stderr.write(`${harmless(`${id}: ${error.message}`)}\n`)
    }
  }
  io.stdout.write(given.json ? `${jsonText(results)}\n` : drawHalted(done, io))
  return code
}

function drawOne(answered: Answered, { given, next }: { given: Given; next: string }, io: Io): string {
  const drawing = { page: pageOf(io), next, isHalted: answered.halted !== null }
  return `${drawAnswered(answered, given.review, drawing)}\n`
}

/** Why what was answered does not go on: each halt once, however many it stands in the way of. */
function drawHalted(answered: readonly Answered[], io: Io): string {
  const halts = new Map(answered.flatMap(({ halted }) => (halted === null ? [] : [[haltedName(halted), halted]])))
  const lines = [...halts.values()].flatMap((halt) => drawHalt(halt, new Date(), pageOf(io)))
  return lines.map((line) => `${line}\n`).join('')
}

interface One {
  readonly given: Given
  readonly id: string
  readonly hash: string | undefined
}

/** Nothing when the person at the terminal looked and said no to answering. */
async function answerOne(desk: Desk, { given, id, hash }: One, io: Io): Promise<Answered | undefined> {
  const checkpoint = await fullId.checkpoint(desk, id)
  const view = await desk.checkpoint(checkpoint)
  refuseUntaken(view.checkpoint, given.review.answer)
  const content_hash =
    hash === undefined ? await seen(view, { given, desk }, io) : await named(view, { given, desk, hash }, io)
  if (content_hash === undefined) return undefined
  const pull = given.review.answer === 'approve' && needsLook(view, given.review) ? pullOf(view.checkpoint) : undefined
  // What was seen is what is named: a mark on anything newer would be a look that nobody had.
  const isShown = content_hash === view.checkpoint.content_hash
  if (pull !== undefined && isShown)
    await requireSeen(desk, await desk.pulls.read(pull), { isSeen: given.isSeen === true, io })
  const answer = { checkpoint, content_hash, review: given.review, batch: given.ids.length > 1 }
  const answered = await withProof(desk, io, (proof) => desk.answer({ ...answer, ...proof }))
  const goesOn = LETS_GO_ON.has(given.review.answer)
  return { checkpoint, ...answered, halted: goesOn ? await haltOverCheckpoint(desk, view) : null }
}

/** The hash of what was looked at: a no needs no look, and a yes needs one. */
async function seen(
  view: CheckpointView,
  { given: { review, command }, desk }: Look,
  io: Io,
): Promise<string | undefined> {
  const { content_hash } = view.checkpoint
  if (!needsLook(view, review)) return content_hash
  await refuseUnfit(desk, view, review)
  io.stdout.write(`${drawAsked(view, review, io)}\n`)
  const halted = await haltOverCheckpoint(desk, view)
  if (halted !== null) io.stdout.write(`${drawHalt(halted, new Date(), pageOf(io)).join('\n')}\n\n`)
  if (review.answer === 'edit') io.stdout.write(drawAfterEdit(await afterEdit(desk, view), pageOf(io)))
  const yes = await confirm(io, QUESTIONS[review.answer] ?? `${command[0]?.toUpperCase()}${command.slice(1)} this?`)
  return yes ? content_hash : undefined
}

/** The hash that somebody gives has been looked at; where an edit would lead nowhere they are told all the same. */
async function named(view: CheckpointView, { given, desk, hash }: Look & { hash: string }, io: Io) {
  const content_hash = wholeHash(hash)
  if (given.review.answer !== 'edit' || view.checkpoint.status !== 'pending') return content_hash
  const after = await afterEdit(desk, view)
  if (after?.isTrap !== true) return content_hash
  io.stderr.write(drawAfterEdit(after, pageOf(io)))
  const yes = !isTerminal(io) || (await confirm(io, EDITS))
  return yes ? content_hash : undefined
}

interface Look {
  readonly desk: Desk
  readonly given: Given
}

const EDITS = 'Put these arguments in the place of the agent’s?'

const QUESTIONS: Readonly<Partial<Record<Review['answer'], string>>> = {
  edit: EDITS,
  respond: 'Send this response in place of the action?',
}

/** A shortened hash proves nothing: an agent could make two contents that begin alike. */
function wholeHash(hash: string): string {
  const whole = hash.startsWith('sha256:') ? hash : `sha256:${hash}`
  if (/^sha256:[0-9a-f]{64}$/.test(whole)) return whole
  throw wrongCall('--hash is the whole content hash, as `leeway checkpoints show` prints it.')
}
