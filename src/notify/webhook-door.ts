import { AppError } from '../model/errors.ts'
import { RESENT_AT_ONCE, type Resent, resendDead } from './resend-dead.ts'
import type { DeadLetter, Webhook } from './webhook.ts'
import type { SenderParts } from './webhook-sender.ts'
import type { Webhooks } from './webhooks.ts'

/** A webhook as its administrators see it: whom it is told of, how far, and what was given up. */
export interface ToldWebhook extends Pick<Webhook, 'id' | 'tenant' | 'added_by' | 'added_at'> {
  /** Where it leads, without what stands behind the name: paths of webhooks are often secrets. */
  readonly origin: string
  /** How often the next message was tried, when it is tried again, and what went wrong last; null where nothing waits. */
  readonly waits: { readonly tries: number; readonly next_at: string; readonly error: string } | null
  /** What was given up, the oldest first; no more than can be sent again at once. */
  readonly dead: readonly Omit<DeadLetter, 'message'>[]
  /** How much was given up. */
  readonly given_up: number
  /** Why how far it was told can't be read; null where it can. */
  readonly wrong: string | null
}

/** What administrators can do about webhooks while the server runs. */
export function webhookDoor(parts: Pick<SenderParts, 'store' | 'folder' | 'lookup'>, webhooks: Webhooks) {
  const { folder, store } = parts
  const named = async (id: string): Promise<Webhook> => {
    const found = (await folder.list()).webhooks.find((one) => one.id === id)
    if (found === undefined) throw new AppError('not_found', [], { message: `There is no webhook ${id}.` })
    return found
  }
  return {
    list: async (): Promise<readonly ToldWebhook[]> =>
      Promise.all((await folder.list()).webhooks.map((webhook) => toldWebhook(parts, webhook))),
    /** First what was given up, then at once what waits for its next try. */
    resend: async (id: string, seqs: readonly number[] | undefined): Promise<Resent> => {
      const webhook = await named(id)
      const entry = async (seq: number) => {
        const [event] = await store.events({ tenant: webhook.tenant, after: seq - 1, limit: 1 })
        return event?.seq === seq ? event : undefined
      }
      const resent = await resendDead({ ...parts, now: () => store.now(), entry }, webhook, seqs)
      if (seqs === undefined) await webhooks.tryNow(id)
      return resent
    },
  }
}

async function toldWebhook({ folder }: Pick<SenderParts, 'folder'>, webhook: Webhook): Promise<ToldWebhook> {
  const { id, tenant, added_by, added_at, url } = webhook
  const shown = { id, tenant, added_by, added_at, origin: new URL(url).origin }
  try {
    const progress = await folder.progress(id)
    const waits =
      progress === undefined || progress.tries === 0
        ? null
        : {
            tries: progress.tries,
            next_at: new Date(progress.next_at).toISOString(),
            error: progress.last_error ?? '',
          }
    const all = await folder.dead(id)
    const dead = all.slice(0, RESENT_AT_ONCE).map(({ message: _message, ...letter }) => letter)
    return { ...shown, waits, dead, given_up: all.length, wrong: null }
  } catch (error) {
    return {
      ...shown,
      waits: null,
      dead: [],
      given_up: 0,
      wrong: error instanceof Error ? error.message : String(error),
    }
  }
}
