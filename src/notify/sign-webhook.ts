import { createHmac } from 'node:crypto'
import { SECRET_PREFIX } from './webhook.ts'

/** A message that is to be signed; its id is the same at every try. */
export interface Message {
  readonly id: string
  readonly body: string
}

/** The headers of Standard Webhooks: the receiver knows who sent it, when, and that nobody changed it. */
export function signWebhook({ id, body }: Message, secret: string, now: Date): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now.getTime() / 1000)
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': `v1,${signature}` }
}
