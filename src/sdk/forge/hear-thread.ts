import type { HostMessage, HostThread } from '../../engine/ports.ts'
import { heardOnHost } from '../../engine/pull/hear-on-host.ts'
import { type Saying, talkInThread } from '../../engine/pull/talk-in-thread.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { PullId } from '../../model/ids.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { threadIdOf } from './drafts-of.ts'
import { personBehind } from './forge.ts'
import { type Hearing, inTheirName, stillToHear } from './hearing.ts'

/** Lets replies and resolutions on the forge count in threads that are known here, by people who are known here. */
export async function hearThread(hearing: Hearing, id: PullId, thread: HostThread): Promise<void> {
  const { forge, store } = hearing
  const known = (await store.get('review_threads', threadIdOf(forge.host.kind, thread)))?.row
  if (known?.pull !== id) return
  for (const message of thread.messages.slice(1)) await say(hearing, known, ofMessage(message))
  if (!thread.isResolved || thread.resolvedBy === null || known.state === 'resolved') return
  await say(hearing, known, {
    what: `resolved ${thread.id}`,
    login: thread.resolvedBy,
    text: '',
    say: { do: 'resolve' },
  })
}

interface Said {
  readonly what: string
  readonly login: string
  readonly text: string
  readonly say: Saying
}

function ofMessage({ id, login, text }: HostMessage): Said {
  return { what: `message ${id}`, login, text, say: { do: 'reply', text } }
}

async function say(
  hearing: Hearing,
  { id: thread, pull: id }: ReviewThread,
  { what, login, text, say: saying }: Said,
): Promise<void> {
  const person = personBehind(hearing.forge, login, hearing.own)
  const pull = person && (await stillToHear(hearing, id, what))
  if (person === undefined || pull === undefined) return
  const heard = { what, login, person, answer: null, commit: pull.head, text }
  const verb = heardOnHost(talkInThread, { ...heard, counted: true, why: null })
  const by = { kind: 'person', id: person } as const
  await inTheirName(hearing, { pull: id, heard }, () =>
    runCommand(hearing, verb, { pull: id, thread, by, say: saying }),
  )
}
