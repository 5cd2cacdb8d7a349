import type { QueryClient } from '@tanstack/react-query'
import type { StreamedEvent } from '../../src/api/views.ts'
import type { LiveEvents, News } from './live-events.ts'
import { refreshCheckpoints } from './use-checkpoint.ts'
import { reloadHeld } from './use-inbox.ts'

const PAUSE_MS = 200
/** The whole list is not read more often, however much happens. */
const RELOAD_MS = 2000
/** More than this at once is read as one list. */
const MOST_SINGLE = 25

/** What each kind of entry makes old, beside the checkpoint and the job that it names. */
const OLD: readonly (readonly [begins: string, key: readonly string[]])[] = [
  ['attempt_', ['inbox', 'doubts']],
  ['job_', ['inbox', 'stopped']],
  ['merge_', ['inbox', 'stuck']],
  ['pull_', ['inbox', 'stuck']],
  ['job_', ['jobs']],
  ['checkpoint_', ['jobs']],
  ['checkpoint_resolved', ['inbox', 'done']],
  ['grant_', ['grants']],
  ['person_', ['people']],
  ['setting_', ['me']],
  // Who comes or goes, and whoever works alone from now on, changes who may approve.
  ...['person_', 'setting_'].flatMap((begins) =>
    [['inbox', 'held'], ['checkpoint'], ['pull']].map((key) => [begins, key] as const),
  ),
  ['kill_switch', ['kill-switch']],
  ['kill_switch', ['job']],
  ['token_', ['tokens']],
  ['passkey_', ['passkeys']],
]

/** What is said of a pull request, or becomes of it or of its job. Somebody's own drafts and marks are no news to them. */
const ABOUT_PULLS = /^(pull_|round_|review_|thread|merge_|checkpoint_|approval_|job_)/

/** Keeps what is on the screen true: looks again at what the stream says has changed, and at nothing else. */
export function keepUp(client: QueryClient, live: LiveEvents): () => void {
  let waiting: StreamedEvent[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const reload = reloader(client)
  const run = () => {
    timer = undefined
    const events = waiting
    waiting = []
    void lookAgain(client, events, reload)
  }
  const stop = live.listen((news: News) => {
    if (news === 'everything') return void client.invalidateQueries()
    waiting.push(...news)
    timer ??= setTimeout(run, PAUSE_MS)
  })
  // Without a stream it may be that nobody is signed in any more.
  const unwatch = live.watch(() => {
    if (live.connection === 'lost') void client.invalidateQueries({ queryKey: ['me'] })
  })
  return () => {
    clearTimeout(timer)
    unwatch()
    stop()
  }
}

/** Reads the whole list again, at once or as soon as it may be. */
function reloader(client: QueryClient): () => void {
  let last = 0
  let planned: ReturnType<typeof setTimeout> | undefined
  return () => {
    planned ??= setTimeout(
      () => {
        planned = undefined
        last = performance.now()
        reloadHeld(client)
      },
      Math.max(0, last + RELOAD_MS - performance.now()),
    )
  }
}

async function lookAgain(client: QueryClient, events: readonly StreamedEvent[], reload: () => void): Promise<void> {
  const keys = new Map<string, readonly string[]>()
  const add = (key: readonly string[]) => keys.set(key.join('/'), key)
  for (const { type, job } of events) {
    for (const [begins, key] of OLD) if (type.startsWith(begins)) add(key)
    if (job !== null) {
      add(['job', job])
      add(['events', job])
      if (type.startsWith('documents_')) add(['documents', job])
    }
  }
  const jobs = new Set(events.filter(({ type }) => ABOUT_PULLS.test(type)).map(({ job }) => job))
  // A pull request is named by its job and its branch.
  const isOld = ([kind, id]: readonly unknown[]) =>
    kind === 'pull' && [...jobs].some((job) => String(id).startsWith(`${job}:`))
  if (jobs.size > 0) {
    add(['pulls'])
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOld(queryKey) })
  }
  for (const key of keys.values()) void client.invalidateQueries({ queryKey: key })
  const touched = [...new Set(events.flatMap(({ checkpoint }) => (checkpoint === null ? [] : [checkpoint])))]
  if (touched.length > MOST_SINGLE) {
    for (const id of touched) void client.invalidateQueries({ queryKey: ['checkpoint', id] })
    return reload()
  }
  if (touched.length > 0) await refreshCheckpoints(client, touched)
}
