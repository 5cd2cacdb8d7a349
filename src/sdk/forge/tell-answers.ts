import type { HostReview, HostReviews } from '../../engine/ports.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import type { Hosted, Pull } from '../../model/pull.ts'
import type { ReviewThread, ThreadAnswer } from '../../model/review-thread.ts'
import { threadIdOf, wholeIdOf } from './drafts-of.ts'
import type { Hand } from './hand.ts'
import { type Hearing, heardAs } from './hearing.ts'

interface Told extends HostReviews {
  readonly id: PullId
  readonly hand: Hand
}

/** Something that the agent answered, and the words for it. */
interface Answer {
  readonly what: string
  readonly text: string
}

/** Where something was said, and an answer to it belongs. */
interface Conversation {
  /** What was said there, after the first words. */
  readonly said: readonly { readonly login: string; readonly text: string }[]
  readonly answers: (pull: Pull) => Promise<readonly Answer[]>
  readonly say: (number: number, text: string) => Promise<void>
}

/**
 * Writes what the agent answered into the conversations on the forge, each answer once. Where one of them takes none, because somebody has
 * locked it, say, the others are told all the same before that is said.
 */
export async function tellAnswers(hearing: Hearing, { id, hand, ...said }: Told): Promise<void> {
  const pull = (await hearing.store.get('pulls', id))?.row
  if (pull?.hosted === undefined) return
  const telling = { pull, hand, hosted: pull.hosted }
  const refused: AppError[] = []
  for (const conversation of conversationsIn(hearing, said)) {
    const no = await tellIn(hearing, conversation, telling).catch(refusalIn)
    if (no !== undefined) refused.push(no)
  }
  if (refused[0] !== undefined) throw refused[0]
}

interface Telling extends Pick<Told, 'hand'> {
  readonly pull: Pull
  readonly hosted: Hosted
}

async function tellIn(
  hearing: Hearing,
  conversation: Conversation,
  { pull, hand, hosted }: Telling,
): Promise<undefined> {
  for (const { what, text } of await conversation.answers(pull)) {
    if (hosted.told.includes(what)) continue
    if (!isThere(conversation, hearing.own, text)) {
      await hand.keep()
      await conversation.say(hosted.number, text)
    }
    await runCommand(hearing, noteHost, { pull: pull.id, by: SYSTEM, note: { told: what } })
  }
}

/** That a forge does not take an answer; throws whatever else went wrong. */
export function refusalIn(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'forge_refused') return error
  throw error
}

/** A forge has no thread for what a review says of the whole: there the answer says what it is to. */
function conversationsIn(hearing: Hearing, { reviews, threads }: HostReviews): readonly Conversation[] {
  const { host } = hearing.forge
  return [
    ...threads.map((thread) => ({
      said: thread.messages,
      answers: ({ id }: Pull) => answersIn(hearing, id, { thread: threadIdOf(host.kind, thread), textOf: answerText }),
      say: (number: number, text: string) => host.answer(number, thread, text),
    })),
    ...reviews.map((review) => ({
      said: reviews,
      answers: async (pull: Pull) => [
        ...(await answersIn(hearing, pull.id, { thread: wholeIdOf(host.kind, review), textOf: answerToWhole })),
        ...(await answersToRemark(hearing, pull, review)),
      ],
      say: (number: number, text: string) => host.comment(number, text),
    })),
  ]
}

interface Answered {
  readonly thread: ThreadId
  readonly textOf: (answer: ThreadAnswer, thread: ReviewThread) => string
}

async function answersIn({ store }: Hearing, pull: PullId, { thread, textOf }: Answered): Promise<readonly Answer[]> {
  const known = (await store.get('review_threads', thread))?.row
  if (known?.pull !== pull) return []
  return known.answers.map((answer) => ({
    what: `${known.id} in round ${answer.round}`,
    text: textOf(answer, known),
  }))
}

/** What a review of the newest commit says of the whole is a remark at its checkpoint. */
async function answersToRemark({ store }: Hearing, { hosted }: Pull, review: HostReview): Promise<readonly Answer[]> {
  const at = hosted?.remarks.find(({ what }) => what === heardAs(review))
  if (at === undefined) return []
  const remarks = (await store.get('checkpoints', at.checkpoint))?.row.remarks ?? []
  const { text, answer } = remarks.find(({ number }) => number === at.number) ?? {}
  if (text === undefined || !answer) return []
  const what = `remark ${at.number} of ${at.checkpoint}`
  // By its number it is told from the answer to the same words before.
  return [{ what, text: `${quoteOf(text)}\n\n${DID[answer.did]} (remark ${at.number}): ${answer.text}`.trim() }]
}

/** After a crash it may stand there already, and nobody have written it down. Forges change the ends of lines. */
function isThere({ said }: Conversation, own: string, text: string): boolean {
  const isOwn = (login: string) => login.toLowerCase() === own.toLowerCase()
  return said.some((one) => isOwn(one.login) && plain(one.text) === plain(text))
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

const DID: Readonly<Record<ThreadAnswer['did'], string>> = {
  fixed: 'Fixed',
  declined: 'Declined',
  question: 'Question',
}

function answerText({ did, text, commit, round }: ThreadAnswer): string {
  const where = did === 'fixed' && commit !== null ? ` in ${commit}` : ''
  return `${DID[did]}${where} (round ${round}): ${text}`.trim()
}

function answerToWhole(answer: ThreadAnswer, { messages }: ReviewThread): string {
  return `${quoteOf(messages[0]?.text ?? '')}\n\n${answerText(answer)}`
}

const LONGEST_QUOTE = 300

function quoteOf(words: string): string {
  const quote = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE).toWellFormed()}…` : words
  return quote.replaceAll(/^/gm, '> ')
}
