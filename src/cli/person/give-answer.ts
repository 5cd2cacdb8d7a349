import type { CheckpointView, Desk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { type Halted, haltedName } from '../../model/halts.ts'
import { harmless } from '../../model/harmless.ts'
import type { CheckpointId, ThreadId } from '../../model/ids.ts'
import { MOST_AT_ONCE } from '../../model/most-at-once.ts'
import { owedOn } from '../../model/owed-on.ts'
import type { Review } from '../../model/review.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { approveWork } from '../pull/approve-work.ts'
import { drawLength } from '../pull/draw-length.ts'
import { requireSeen } from '../pull/require-seen.ts'
import { approvedText } from '../pull/reviewed-text.ts'
import { type Looked, lookAt, type Work } from '../pull/work-of.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { wrongCall } from '../wrong-call.ts'
import { afterEdit, drawAfterEdit } from './after-edit.ts'
import { drawAnswered } from './draw-answered.ts'
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
  /** Drafts of a review that went along with an approval. */
  readonly submitted?: readonly ThreadId[]
}

interface Done {
  readonly answered: Answered
  /** The work that was approved by it, where it was any. */
  readonly work: Work | null
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
    const done = await answerOne(desk, { given, id: only, hash: hashes[0] }, io)
    if (done === undefined) return EXIT.failed
    const { answered } = done
    const next = await whoIsNext(desk, answered, given.review)
    io.stdout.write(given.json ? `${jsonText(answered)}\n` : drawOne(done, { given, next }, io))
    if (!given.json) io.stdout.write(drawHalted([answered], io))
    return EXIT.fine
  }
  return answerMany(desk, given, io)
}

async function answerMany(desk: Desk, given: Given, io: Io): Promise<ExitCode> {
  const results: (Answered | { readonly checkpoint: string; readonly error: object })[] = []
  const all: Answered[] = []
  let code: ExitCode = EXIT.fine
  for (const [at, id] of given.ids.entries()) {
    try {
      const done = await answerOne(desk, { given, id, hash: given.hashes[at] }, io)
      if (done === undefined) continue
      results.push(done.answered)
      all.push(done.answered)
      if (!given.json) io.stdout.write(drawOne(done, { given, next: '' }, io))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'wrong_call') throw error
      code = EXIT.failed
      results.push({ checkpoint: id, error: { code: error.code, message: error.message } })
      io.stderr.write(`${harmless(`${id}: ${error.message}`)}\n`)
    }
  }
  io.stdout.write(given.json ? `${jsonText(results)}\n` : drawHalted(all, io))
  return code
}

function drawOne({ answered, work }: Done, { given, next }: { given: Given; next: string }, io: Io): string {
  const isHalted = answered.halted !== null
  const said = work === null ? undefined : approved(work, answered)
  return `${drawAnswered(answered, given.review, { page: pageOf(io), next, isHalted, said })}\n`
}

function approved({ view: { pull, checkpoint } }: Work, { submitted = [], halted, ...answered }: Answered): string {
  const owed = owedOn(pull, checkpoint) + submitted.length
  return approvedText(pull, { ...answered, owed, drafts: submitted.length, isHalted: halted !== null })
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
async function answerOne(desk: Desk, { given, id, hash }: One, io: Io): Promise<Done | undefined> {
  const { review, isSeen = false } = given
  const looked = await lookFor(desk, await fullId.checkpoint(desk, id), review)
  const { view } = looked
  const { id: checkpoint, content_hash: newest } = view.checkpoint
  refuseUntaken(view.checkpoint, review.answer)
  const isNewest = hash === undefined || wholeHash(hash) === newest
  if (isNewest && needsLook(view, review)) await refuseUnfit(desk, looked, given)
  const content_hash = await (hash === undefined
    ? seen(looked, { given, desk }, io)
    : named(view, { given, desk, hash }, io))
  if (content_hash === undefined) return undefined
  // What was seen is what is named: a mark on anything newer would be a look that nobody had.
  const work = isNewest && review.answer === 'approve' ? looked.work : null
  if (work !== null) await requireSeen(desk, work.view, { isSeen, io })
  const answered = await withProof(desk, io, (proof) =>
    work === null
      ? desk.answer({ checkpoint, content_hash, review, batch: given.ids.length > 1, ...proof })
      : approveWork(desk, work, { checkpoint, content_hash, reason: review.reason, ...proof }),
  )
  const halted = LETS_GO_ON.has(review.answer) ? await haltOverCheckpoint(desk, view) : null
  return { answered: { checkpoint, ...answered, halted }, work }
}

/** A no needs no look at the work that it is about. */
async function lookFor(desk: Desk, checkpoint: CheckpointId, { answer }: Review): Promise<Looked> {
  return LETS_GO_ON.has(answer) ? lookAt(desk, checkpoint) : { view: await desk.checkpoint(checkpoint), work: null }
}

/** The hash of what was looked at: a no needs no look, and a yes needs one. */
async function seen(looked: Looked, { given: { review, command }, desk }: Look, io: Io): Promise<string | undefined> {
  const { view, work } = looked
  const { content_hash } = view.checkpoint
  if (!needsLook(view, review)) return content_hash
  const asked = await drawAsked(desk, looked, { review, io })
  io.stdout.write(`${asked}\n${work === null ? '' : drawLength(asked, work, pageOf(io))}`)
  if (review.answer === 'edit') io.stdout.write(drawAfterEdit(await afterEdit(desk, view), pageOf(io)))
  const question = review.answer === 'approve' && work !== null ? MERGES : QUESTIONS[review.answer]
  const yes = await confirm(io, question ?? `${command[0]?.toUpperCase()}${command.slice(1)} this?`)
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

const MERGES = 'Approve these changes, to be merged?'
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
