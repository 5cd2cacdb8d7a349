import type { LogTail, TailEvent } from './log-tail.ts'

/** Begins to listen before the caller looks, so that nothing is missed in between. */
export interface Change {
  /** Settles when something happened that matters, when time is up, or when nobody waits any more. */
  readonly happened: Promise<boolean>
  readonly stop: () => void
}

/** How long to wait at most, and for whom. */
export interface Patience {
  readonly ms: number
  readonly signal: AbortSignal
}

/** The next entry of the log that matters: true when there was one. */
function nextChange(tail: LogTail, matters: (event: TailEvent) => boolean, { ms, signal }: Patience): Change {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const unsubscribe = tail.subscribe((events) => {
    if (events.some(matters)) resolve(true)
  })
  const giveUp = () => resolve(false)
  const timer = setTimeout(giveUp, ms)
  signal.addEventListener('abort', giveUp, { once: true })
  if (signal.aborted) giveUp()
  return {
    happened: promise,
    stop: () => {
      unsubscribe()
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    },
  }
}

/** What to look at, and when it is worth an answer. */
export interface Awaited<Seen> {
  readonly look: () => Promise<Seen>
  readonly isNews: (seen: Seen) => boolean
  readonly matters: (event: TailEvent) => boolean
}

/** Looks until there is news, or time is up; then gives what is there. */
export async function waitUntil<Seen>(tail: LogTail, awaited: Awaited<Seen>, patience: Patience): Promise<Seen> {
  const end = performance.now() + patience.ms
  for (let left = patience.ms; left > 0; left = end - performance.now()) {
    const change = nextChange(tail, awaited.matters, { ...patience, ms: left })
    try {
      await tail.turns.take()
      const news = await newsOf(awaited)
      if (news !== undefined) return news.seen
      if (!(await change.happened)) break
    } finally {
      change.stop()
    }
  }
  await tail.turns.take()
  return awaited.look()
}

/** What is no news is not kept while somebody waits: a thousand may wait, each for something that takes a megabyte. */
async function newsOf<Seen>({ look, isNews }: Awaited<Seen>): Promise<{ readonly seen: Seen } | undefined> {
  const seen = await look()
  return isNews(seen) ? { seen } : undefined
}
