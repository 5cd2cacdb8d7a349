import type { Webhook } from './webhook.ts'
import { SEND_TERMS, trySending } from './webhook-sender.ts'

/** Sends a message that is about nothing, once. Gives what went wrong, if anything did. */
export async function tryWebhook(webhook: Webhook, now: Date): Promise<string | undefined> {
  const body = JSON.stringify({ type: 'webhook_test', timestamp: now.toISOString(), data: {} })
  const parts = { terms: SEND_TERMS, now: () => now }
  return (await trySending(parts, webhook, { id: `test_${now.getTime()}`, body }))?.error
}
