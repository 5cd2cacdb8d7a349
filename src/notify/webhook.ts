import * as z from 'zod'
import { TenantId } from '../model/ids.ts'
import { strict } from '../model/strict.ts'

/** The beginning of a secret, as Standard Webhooks writes it; the rest is base64. */
export const SECRET_PREFIX = 'whsec_'

/** An address that is told what waits for people, and what became of it. */
export const Webhook = strict({
  id: z.string().regex(/^whk_[A-Za-z0-9]{1,40}$/),
  url: z.url({ protocol: /^https?$/ }).max(2000, { error: 'An address has at most 2,000 characters.' }),
  secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/),
  tenant: TenantId,
  /** Whether it may be an address of this machine or this network; somebody has to have said so. */
  private: z.boolean(),
  added_by: z.string(),
  added_at: z.string(),
}).readonly()
export type Webhook = z.infer<typeof Webhook>

/** A webhook whose file can't be read: it is told nothing until somebody removes it and adds it anew. */
export interface DamagedWebhook {
  /** As its file is called. */
  readonly id: string
  readonly path: string
  /** Whose work it was told of, where that can still be read. */
  readonly tenant: TenantId | null
}

/** What to do about one. */
export function howToMend(id: string): string {
  return `Remove it, and add its address anew: leeway webhooks remove ${id}`
}

/** How far a webhook has been told, and how often the next entry was tried. */
export const WebhookProgress = strict({
  /** Everything up to this place in the log was delivered or given up. */
  after: z.int().min(0),
  tries: z.int().min(0),
  /** When to try again, in milliseconds. */
  next_at: z.number(),
  /** When something was last sent, whether it arrived or not; null where nothing was. */
  last_at: z.string().nullable(),
  last_error: z.string().nullable(),
}).readonly()
export type WebhookProgress = z.infer<typeof WebhookProgress>

/** What was given up, and why. */
export interface DeadLetter {
  readonly seq: number
  /** The id of the message: after a restore the same place in the log may hold something else. */
  readonly message: string
  readonly type: string
  readonly tries: number
  readonly error: string
  readonly at: string
}
