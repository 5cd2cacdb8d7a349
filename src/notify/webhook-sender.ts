import type { Store, StoredEvent } from '../engine/ports.ts'
import { isTold, messageOf } from './notice-of.ts'
import { type Posting, postSafely } from './post-safely.ts'
import { type Message, signWebhook } from './sign-webhook.ts'
import type { Webhook, WebhookProgress } from './webhook.ts'
import type { WebhookFolder } from './webhook-folder.ts'

/** How patient a sender is. */
export interface SendTerms {
  readonly timeoutMs: number
  readonly firstPauseMs: number
  readonly longestPauseMs: number
  /** A receiver that says no so often to the same message will not take it. */
  readonly mostRefusals: number
  /** A receiver that is away is waited for so long. */
  readonly giveUpAfterMs: number
}

export const SEND_TERMS: SendTerms = {
  timeoutMs: 10_000,
  firstPauseMs: 1000,
  longestPauseMs: 300_000,
  mostRefusals: 8,
  giveUpAfterMs: 24 * 3_600_000,
}

/** Everything that a sender stands on. */
export interface SenderParts {
  readonly store: Pick<Store, 'events' | 'last' | 'now'>
  readonly folder: WebhookFolder
  readonly terms: SendTerms
  readonly lookup?: Posting['lookup']
}

/** Entries may be a megabyte each, and nobody else has a turn while they are read. */
const PAGE = 20
const FRESH = { tries: 0, next_at: 0, last_error: null } as const

/** Tells one webhook what the log says, in order, each entry at least once. Gives when there is something to try again, if there is. */
export async function sendNew(parts: SenderParts, webhook: Webhook): Promise<number | undefined> {
  const { store, folder } = parts
  let progress = await folder.progress(webhook.id)
  const last = await store.last()
  if (progress === undefined || progress.after > last) {
    // It is told what happens from now on: what waits already can be seen by whoever added it, or brought its file to another log.
    progress = { after: last, ...FRESH, last_at: null }
    await folder.setProgress(webhook.id, progress)
  }
  for (;;) {
    const page = await store.events({ tenant: webhook.tenant, after: progress.after, limit: PAGE })
    for (const event of page) {
      if (!isTold(event)) continue
      if (progress.next_at > store.now().getTime()) return progress.next_at
      progress = await sendOne(parts, webhook, { event, progress })
      await folder.setProgress(webhook.id, progress)
      if (progress.after < event.seq) return progress.next_at
    }
    const end = page.at(-1)
    if (end === undefined) return undefined
    if (end.seq > progress.after) {
      progress = { ...progress, after: end.seq }
      await folder.setProgress(webhook.id, progress)
    }
  }
}

interface Sending {
  readonly event: StoredEvent
  readonly progress: WebhookProgress
}

async function sendOne(parts: SenderParts, webhook: Webhook, { event, progress }: Sending): Promise<WebhookProgress> {
  const { folder, terms, store } = parts
  const message = messageOf(event)
  const last_at = store.now().toISOString()
  const failed = await trySending({ ...parts, now: () => store.now() }, webhook, message)
  if (failed === undefined) return { after: event.seq, ...FRESH, last_at }
  const now = store.now().getTime()
  const tries = progress.tries + 1
  const age = now - Date.parse(event.at)
  if (failed.isRefusal ? tries >= terms.mostRefusals : age >= terms.giveUpAfterMs && tries >= terms.mostRefusals) {
    const { seq, type } = event
    const letter = { seq, message: message.id, type, tries, error: failed.error, at: new Date(now).toISOString() }
    await folder.bury(webhook.id, letter)
    return { after: event.seq, ...FRESH, last_at, last_error: failed.error }
  }
  const pause = Math.min(terms.longestPauseMs, terms.firstPauseMs * 2 ** Math.min(tries - 1, 30))
  return { ...progress, tries, next_at: now + pause, last_at, last_error: failed.error }
}

/** What went wrong, and whether the receiver was there to say no. */
interface Failed {
  readonly error: string
  readonly isRefusal: boolean
}

/** Statuses with which a receiver that is there says that it may take the same later. */
const LATER: ReadonlySet<number> = new Set([408, 425, 429])

/** What one try needs. */
export interface TryParts extends Pick<SenderParts, 'terms' | 'lookup'> {
  readonly now: () => Date
}

/** Sends one message once. Gives what went wrong, if anything did. */
export async function trySending(parts: TryParts, webhook: Webhook, message: Message): Promise<Failed | undefined> {
  const { terms, now, lookup } = parts
  const signal = AbortSignal.timeout(terms.timeoutMs)
  try {
    const status = await postSafely({
      url: webhook.url,
      body: message.body,
      headers: signWebhook(message, webhook.secret, now()),
      isPrivate: webhook.private,
      signal,
      ...(lookup && { lookup }),
    })
    if (status >= 200 && status < 300) return undefined
    const isRefusal = status < 500 && !LATER.has(status)
    return { error: `It answered ${status}.`, isRefusal }
  } catch (error) {
    if (signal.aborted) return { error: `It did not answer within ${terms.timeoutMs / 1000} s.`, isRefusal: false }
    return { error: error instanceof Error ? error.message : String(error), isRefusal: false }
  }
}
