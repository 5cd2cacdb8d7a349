import type { OutputOf } from '../api/operations.ts'

/** What the server can do about webhooks. */
export interface WebhookDoor {
  list(): Promise<OutputOf<'list_webhooks'>['rows']>
  /** Sends again what was given up: what is named, or all of it and what waits for its next try. */
  resend(webhook: string, seqs: readonly number[] | undefined): Promise<OutputOf<'resend_webhook'>>
}
