import { type Entry, messageOf } from './notice-of.ts'
import type { DeadLetter, Webhook } from './webhook.ts'
import type { WebhookFolder } from './webhook-folder.ts'
import { SEND_TERMS, type TryParts, trySending } from './webhook-sender.ts'

/** What was sent again, and what did not arrive this time either. */
export interface Resent {
  readonly arrived: readonly number[]
  readonly failed: readonly { readonly seq: number; readonly error: string }[]
  /** How much is given up by now. */
  readonly left: number
}

interface Parts extends Pick<TryParts, 'now' | 'lookup'> {
  readonly folder: WebhookFolder
  /** The entry at a place of the log. */
  readonly entry: (seq: number) => Promise<Entry | undefined>
}

/** Somebody waits for the answer. */
const TERMS = { ...SEND_TERMS, timeoutMs: 5000 }

/** The most that is sent again at once. */
export const RESENT_AT_ONCE = 50

const GONE = 'The log holds something else at this place by now, as after a restore.'

/** Sends what was given up once more, in the order of the log; all of it, or what is named. A receiver that is away is asked once. */
export async function resendDead(parts: Parts, webhook: Webhook, seqs?: readonly number[]): Promise<Resent> {
  const { folder } = parts
  const dead = await folder.dead(webhook.id)
  const wanted = dead.filter(({ seq }) => seqs === undefined || seqs.includes(seq)).slice(0, RESENT_AT_ONCE)
  const arrived: number[] = []
  const failed: { seq: number; error: string }[] = []
  for (const letter of wanted) {
    const { seq } = letter
    const why = await resendOne(parts, webhook, letter)
    if (why === undefined) arrived.push(seq)
    else failed.push({ seq, error: why.error })
    if (why?.isAway) break
  }
  return { arrived, failed, left: dead.length - arrived.length }
}

async function resendOne(parts: Parts, webhook: Webhook, letter: DeadLetter) {
  const { folder, entry } = parts
  const event = await entry(letter.seq)
  const message = event && messageOf(event)
  if (message === undefined || message.id !== letter.message) return { error: GONE, isAway: false }
  const failed = await trySending({ ...parts, terms: TERMS }, webhook, message)
  if (failed !== undefined) return { error: failed.error, isAway: !failed.isRefusal }
  await folder.exhume(webhook.id, letter.seq)
  return undefined
}
