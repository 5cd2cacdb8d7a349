import type { HostMessage, HostThread } from '../../engine/ports.ts'
import { beginThreads } from '../../engine/pull/begin-threads.ts'
import { heardOnHost } from '../../engine/pull/hear-on-host.ts'
import { type Saying, talkInThread } from '../../engine/pull/talk-in-thread.ts'
import { runCommand } from '../../engine/run-command.ts'
import { PersonId, type PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { placesOfDrafts } from '../pull/follow-threads.ts'
import { draftsOf, threadIdOf } from './drafts-of.ts'
import { personBehind } from './forge.ts'
import { type Hearing, heardAs, inTheirName, noteHeard, stillToHear } from './hearing.ts'
import { wordsOf } from './words-of.ts'

/** Lets replies and resolutions on the forge count in threads that are known here, by people who are known here. */
export async function hearThread(hearing: Hearing, id: PullId, thread: HostThread): Promise<void> {
  const { store } = hearing
  const known = await threadHere(hearing, id, thread)
  if (known?.pull !== id) return
  for (const message of thread.messages.slice(1)) await say(hearing, known, ofMessage(message))
  const heard = (await store.get('pulls', id))?.row.hosted?.heard ?? []
  const times = (what: string) => heard.filter((one) => one.startsWith(`${what} ${thread.id} `)).length
  const [resolved, reopened] = [times('resolved'), times('reopened')]
  // Only what has changed there since it was last heard: what people do here holds, whatever is still shown there.
  const isResolvedThere = resolved > reopened
  if (thread.isResolved === isResolvedThere) return
  if (isResolvedThere) return hearReopened(hearing, known, `reopened ${thread.id} (${reopened + 1})`)
  const { resolvedBy: login } = thread
  if (login === null) return
  const what = `resolved ${thread.id} (${resolved + 1})`
  if (known.state === 'resolved') return noteSettled(hearing, known, { what, login })
  await say(hearing, known, { what, login, text: null })
}

async function threadHere(hearing: Hearing, id: PullId, thread: HostThread): Promise<ReviewThread | undefined> {
  const { forge, store } = hearing
  const read = async () => (await store.get('review_threads', threadIdOf(forge.host.kind, thread)))?.row
  const known = await read()
  if (known !== undefined) return known
  // Whoever is known and may say nothing here is passed over, and the next one begins it.
  for (const from of thread.messages.keys()) {
    if (from > 0 && (await hearJoined(hearing, id, { thread, from })) && (await read()) !== undefined) return read()
  }
  return undefined
}

/**
 * A conversation that somebody began who counts for nothing is none here, until somebody who is known here says something in it: with their
 * words it begins. What stands before those is read on the forge. Gives whether there was anything to hear.
 */
async function hearJoined(
  hearing: Hearing,
  id: PullId,
  { thread, from }: { readonly thread: HostThread; readonly from: number },
): Promise<boolean> {
  const { forge, own } = hearing
  const messages = thread.messages.slice(from)
  const [message] = messages
  const person = message && personBehind(forge, message.login, own)
  if (message === undefined || person === undefined) return false
  const { what, login } = ofMessage(message)
  const pull = await stillToHear(hearing, id, what)
  // What was begun in a review comes with that, as long as it was not heard.
  if (pull === undefined || !isBegun(pull, thread)) return false
  const { commit } = thread
  const review = { id: '', login, answer: 'comment', text: '', commit, at: message.at, voided: null } as const
  const threads = await draftsOf(hearing, pull, { review, threads: [{ ...thread, messages }] })
  const heard = { what, login, person, answer: null, commit: pull.head, text: threads[0]?.text ?? '' }
  const places = await placesOfDrafts(hearing, pull, threads)
  const given = { pull: id, by: { kind: 'person', id: person }, newest: pull.round, threads, places } as const
  const verb = heardOnHost(beginThreads, { ...heard, counted: true, why: null })
  await inTheirName(hearing, { pull: id, heard }, () => runCommand(hearing, verb, given))
  return true
}

/** Whether the review in which a conversation was begun has been heard, and brought none. */
function isBegun({ hosted }: Pull, { review }: HostThread): boolean {
  return review === null || hosted?.heard.includes(heardAs({ id: review })) === true
}

/** Written down, or it would count for news once the thread is taken up again here. */
async function noteSettled(hearing: Hearing, { pull }: ReviewThread, { what, login }: Pick<Said, 'what' | 'login'>) {
  const head = (await stillToHear(hearing, pull, what))?.head
  if (head === undefined) return
  const person = personBehind(hearing.forge, login, hearing.own) ?? null
  const why = 'It was settled here already.'
  await noteHeard(hearing, pull, { what, login, person, answer: null, commit: head, text: '', counted: false, why })
}

/** In the name of whoever had settled it, because forges do not tell who took it up again. */
async function hearReopened(hearing: Hearing, { id, pull, state, resolved_by }: ReviewThread, what: string) {
  const head = (await stillToHear(hearing, pull, what))?.head
  if (head === undefined) return
  const person = resolved_by?.kind === 'person' ? PersonId.parse(resolved_by.id) : null
  const text = 'It was taken up again on the forge.'
  const heard = { what, login: '', person, answer: null, commit: head, text }
  const counted = { ...heard, counted: true, why: null }
  if (state !== 'resolved' || resolved_by === null) return noteHeard(hearing, pull, counted)
  const given = { pull, thread: id, by: resolved_by, say: { do: 'reopen', text } } as const
  await inTheirName(hearing, { pull, heard }, () => runCommand(hearing, heardOnHost(talkInThread, counted), given))
}

interface Said {
  readonly what: string
  readonly login: string
  /** Null where it is settled without a word. */
  readonly text: string | null
}

function ofMessage({ id, login, text }: HostMessage): Said {
  return { what: `message ${id}`, login, text: text.trim() || '(nothing)' }
}

async function say(
  hearing: Hearing,
  { id: thread, pull: id }: ReviewThread,
  { what, login, text: written }: Said,
): Promise<void> {
  const person = personBehind(hearing.forge, login, hearing.own)
  const pull = person && (await stillToHear(hearing, id, what))
  if (person === undefined || pull === undefined) return
  const text = wordsOf(written ?? '', pull.hosted?.url ?? '')
  const saying: Saying = written === null ? { do: 'resolve' } : { do: 'reply', text }
  const heard = { what, login, person, answer: null, commit: pull.head, text }
  const verb = heardOnHost(talkInThread, { ...heard, counted: true, why: null })
  const by = { kind: 'person', id: person } as const
  await inTheirName(hearing, { pull: id, heard }, () =>
    runCommand(hearing, verb, { pull: id, thread, by, say: saying }),
  )
}
