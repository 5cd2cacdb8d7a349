import type { QueryClient } from '@tanstack/react-query'
import type { StreamedEvent } from '../../src/api/views.ts'
import type { LiveEvents, News } from './live-events.ts'
import { refreshCheckpoints } from './use-checkpoint.ts'
import { reloadHeld } from './use-inbox.ts'

const PAUSE_MS = 200
/** More than this at once is read as one list. */
const MOST_SINGLE = 25

/** What each kind of entry makes old, beside the checkpoint and the job that it names. */
const OLD: readonly (readonly [begins: string, key: readonly string[]])[] = [
  ['attempt_', ['inbox', 'doubts']],
  ['job_', ['inbox', 'stopped']],
  ['job_', ['jobs']],
  ['checkpoint_', ['jobs']],
  ['checkpoint_resolved', ['inbox', 'done']],
  ['grant_', ['grants']],
  ['person_', ['people']],
  ['setting_', ['me']],
  ['kill_switch', ['kill-switch']],
  ['token_', ['tokens']],
]

/** Keeps what is on the screen true: looks again at what the stream says has changed, and at nothing else. */
export function keepUp(client: QueryClient, live: LiveEvents): () => void {
  let waiting: StreamedEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    timer = undefined
    const events = waiting
    waiting = []
    void lookAgain(client, events)
  }
  const stop = live.listen((news: News) => {
    if (news === 'everything') return void client.invalidateQueries()
    waiting.push(...news)
    timer ??= setTimeout(run, PAUSE_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

async function lookAgain(client: QueryClient, events: readonly StreamedEvent[]): Promise<void> {
  const keys = new Map<string, readonly string[]>()
  const add = (key: readonly string[]) => keys.set(key.join('/'), key)
  for (const { type, job } of events) {
    for (const [begins, key] of OLD) if (type.startsWith(begins)) add(key)
    if (job !== null) {
      add(['job', job])
      add(['events', job])
    }
  }
  for (const key of keys.values()) void client.invalidateQueries({ queryKey: key })
  const touched = [...new Set(events.flatMap(({ checkpoint }) => (checkpoint === null ? [] : [checkpoint])))]
  if (touched.length > MOST_SINGLE) {
    for (const id of touched) void client.invalidateQueries({ queryKey: ['checkpoint', id] })
    return reloadHeld(client)
  }
  if (touched.length > 0) await refreshCheckpoints(client, touched)
}
