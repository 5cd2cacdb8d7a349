import type { HostThread } from '../../engine/ports.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { ThreadAnswer } from '../../model/review-thread.ts'
import { threadIdOf } from './drafts-of.ts'
import type { Hand } from './hand.ts'
import type { Hearing } from './hearing.ts'

interface Told {
  readonly id: PullId
  readonly threads: readonly HostThread[]
  readonly hand: Hand
}

/** Writes what the agent answered into the threads on the forge, each answer once. */
export async function tellAnswers(hearing: Hearing, { id, threads, hand }: Told): Promise<void> {
  const { store, forge, own } = hearing
  const hosted = (await store.get('pulls', id))?.row.hosted
  if (hosted === undefined) return
  for (const thread of threads) {
    const known = (await store.get('review_threads', threadIdOf(forge.host.kind, thread)))?.row
    if (known?.pull !== id) continue
    for (const answer of known.answers) {
      const what = `${known.id} in round ${answer.round}`
      if (hosted.told.includes(what)) continue
      const text = answerText(answer)
      if (!isThere(thread, own, text)) {
        await hand.keep()
        await forge.host.answer(hosted.number, thread, text)
      }
      await runCommand(hearing, noteHost, { pull: id, by: SYSTEM, note: { told: what } })
    }
  }
}

/** After a crash it may stand there already, and nobody have written it down. Forges change the ends of lines. */
function isThere({ messages }: HostThread, own: string, text: string): boolean {
  const isOwn = (login: string) => login.toLowerCase() === own.toLowerCase()
  return messages.some(({ login, text: said }) => isOwn(login) && plain(said) === plain(text))
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
