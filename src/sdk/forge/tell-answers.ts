import type { HostThread } from '../../engine/ports.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import type { Pull } from '../../model/pull.ts'
import type { ThreadAnswer } from '../../model/review-thread.ts'
import { threadIdOf } from './drafts-of.ts'
import type { Forge } from './forge.ts'

/** Writes what the agent answered into the threads on the forge, each answer once. */
export async function tellAnswers(
  ports: Ports,
  { forge, own }: { readonly forge: Forge; readonly own: string },
  { pull, threads }: { readonly pull: Pull; readonly threads: readonly HostThread[] },
): Promise<void> {
  const { hosted } = pull
  if (hosted === undefined) return
  for (const thread of threads) {
    const known = (await ports.store.get('review_threads', threadIdOf(forge.host.kind, thread)))?.row
    if (known?.pull !== pull.id) continue
    for (const answer of known.answers) {
      const what = `${known.id} in round ${answer.round}`
      if (hosted.told.includes(what)) continue
      const text = answerText(answer)
      // After a crash it may stand there already, and nobody have written it down.
      const isThere = thread.messages.some(({ login, text: said }) => login === own && said.trim() === text)
      if (!isThere) await forge.host.answer(hosted.number, thread, text)
      await runCommand(ports, noteHost, { pull: pull.id, by: SYSTEM, note: { told: what } })
    }
  }
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
