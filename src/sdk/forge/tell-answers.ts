import type { HostReviews } from '../../engine/ports.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import type { Hosted } from '../../model/pull.ts'
import type { ReviewThread, ThreadAnswer } from '../../model/review-thread.ts'
import { threadIdOf, wholeIdOf } from './drafts-of.ts'
import type { Hand } from './hand.ts'
import type { Hearing } from './hearing.ts'

interface Told extends HostReviews {
  readonly id: PullId
  readonly hand: Hand
}

/** Where something was said, and an answer to it belongs. */
interface Conversation {
  readonly thread: ThreadId
  /** What was said there, after the first words. */
  readonly said: readonly { readonly login: string; readonly text: string }[]
  readonly textOf: (thread: ReviewThread, answer: ThreadAnswer) => string
  readonly say: (number: number, text: string) => Promise<void>
}

/**
 * Writes what the agent answered into the conversations on the forge, each answer once. Where one of them takes none, because somebody has
 * locked it, say, the others are told all the same before that is said.
 */
export async function tellAnswers(hearing: Hearing, { id, hand, ...said }: Told): Promise<void> {
  const pull = (await hearing.store.get('pulls', id))?.row
  if (pull?.hosted === undefined) return
  const telling = { id, hand, hosted: pull.hosted }
  const refused: AppError[] = []
  for (const conversation of conversationsIn(hearing, said)) {
    const no = await tellIn(hearing, conversation, telling).catch(refusalIn)
    if (no !== undefined) refused.push(no)
  }
  if (refused[0] !== undefined) throw refused[0]
}

interface Telling extends Pick<Told, 'id' | 'hand'> {
  readonly hosted: Hosted
}

async function tellIn(hearing: Hearing, conversation: Conversation, { id, hand, hosted }: Telling): Promise<undefined> {
  const known = (await hearing.store.get('review_threads', conversation.thread))?.row
  if (known?.pull !== id) return
  for (const answer of known.answers) {
    const what = `${known.id} in round ${answer.round}`
    if (hosted.told.includes(what)) continue
    const text = conversation.textOf(known, answer)
    if (!isThere(conversation, hearing.own, text)) {
      await hand.keep()
      await conversation.say(hosted.number, text)
    }
    await runCommand(hearing, noteHost, { pull: id, by: SYSTEM, note: { told: what } })
  }
}

/** That a forge does not take an answer; throws whatever else went wrong. */
export function refusalIn(error: unknown): AppError {
  if (error instanceof AppError && error.code === 'forge_refused') return error
  throw error
}

/** A forge has no thread for what a review says of the whole: there the answer says what it is to. */
function conversationsIn({ forge: { host } }: Hearing, { reviews, threads }: HostReviews): readonly Conversation[] {
  return [
    ...threads.map((thread) => ({
      ...{ thread: threadIdOf(host.kind, thread), said: thread.messages, textOf: answerText },
      say: (number: number, text: string) => host.answer(number, thread, text),
    })),
    ...reviews.map((review) => ({
      ...{ thread: wholeIdOf(host.kind, review), said: reviews, textOf: answerToWhole },
      say: (number: number, text: string) => host.comment(number, text),
    })),
  ]
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

function answerText(_thread: unknown, { did, text, commit, round }: ThreadAnswer): string {
  const where = did === 'fixed' && commit !== null ? ` in ${commit}` : ''
  return `${DID[did]}${where} (round ${round}): ${text}`.trim()
}

const LONGEST_QUOTE = 300

function answerToWhole(thread: ReviewThread, answer: ThreadAnswer): string {
  const words = thread.messages[0]?.text ?? ''
  const quote = words.length > LONGEST_QUOTE ? `${words.slice(0, LONGEST_QUOTE).toWellFormed()}…` : words
  return `${quote.replaceAll(/^/gm, '> ')}\n\n${answerText(thread, answer)}`
}
