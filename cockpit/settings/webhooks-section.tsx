import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OutputOf } from '../../src/api/operations.ts'
import { counted } from '../../src/model/counted.ts'
import { api } from '../data/api.ts'
import { errorText } from '../data/error-text.ts'
import { type ToldWebhook, useWebhooks } from '../data/use-webhooks.ts'
import { ActButton } from '../parts/act-button.tsx'
import { Failed } from '../parts/failed.tsx'
import { Ago, inShort, useNow } from '../parts/time.tsx'
import { say } from '../parts/toasts.tsx'
import { Visible } from '../parts/visible.tsx'

/** Who else is told what waits, and what did not arrive there, for whoever administers it. */
export function WebhooksSection({ isAdmin }: { readonly isAdmin: boolean }) {
  const read = useWebhooks(isAdmin)
  if (!isAdmin) return null
  return (
    <section aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      <Failed reads={[read]} />
      {read.data?.rows.map((webhook) => (
        <Told key={webhook.id} webhook={webhook} />
      ))}
      <p className="said">
        {read.data?.rows.length === 0 && 'Nobody else is told what waits. '}
        Add an address with <code>leeway webhooks add URL</code>.
      </p>
    </section>
  )
}

function Told({ webhook }: { readonly webhook: ToldWebhook }) {
  const { id, origin, tenant, waits, dead, given_up, wrong } = webhook
  const { isSending, resend } = useResend(id)
  const busy = isSending ? 'It is being sent.' : null
  const left = given_up - dead.length
  return (
    <div className="webhook" role="group" aria-label={`Webhook ${id}`}>
      <p>
        <strong>
          <Visible text={origin} />
        </strong>{' '}
        <span className="dim small mono">{id}</span>{' '}
        <span className="dim small">
          is told of <Visible text={tenant} />
        </span>
      </p>
      {wrong !== null && (
        <p className="said wrong">
          <Visible text={wrong} />
        </p>
      )}
      {waits !== null && <Waiting {...waits} />}
      {waits === null && given_up === 0 && <p className="said">Told everything so far.</p>}
      {given_up > 0 && (
        <details>
          <summary>{`${counted(given_up, 'message')} given up`}</summary>
          <Letters letters={dead} busy={busy} onResend={(seq) => resend([seq])} />
          {left > 0 && <p className="dim small">and {left} more, after these</p>}
        </details>
      )}
      {(waits !== null || given_up > 0) && (
        <ActButton why={busy} onClick={() => resend()}>
          {given_up > 0 ? 'Send all of it again' : 'Try now'}
        </ActButton>
      )}
    </div>
  )
}

function Waiting({ tries, next_at, error }: NonNullable<ToldWebhook['waits']>) {
  const now = useNow()
  return (
    <p className="notice ask">
      <span>
        The next message did not arrive, after {counted(tries, 'try', 'tries')}: <Visible text={error} /> It is tried
        again in {inShort(Date.parse(next_at) - now)}.
      </span>
    </p>
  )
}

interface LettersProps {
  readonly letters: ToldWebhook['dead']
  /** Why nothing can be sent at this moment. */
  readonly busy: string | null
  readonly onResend: (seq: number) => void
}

function Letters({ letters, busy, onResend }: LettersProps) {
  return (
    <ul className="needs letters">
      {letters.map(({ seq, type, tries, error, at }) => (
        <li key={seq}>
          <span>
            {type.replaceAll('_', ' ')} <span className="dim small">entry {seq}</span>
          </span>
          <ActButton why={busy} onClick={() => onResend(seq)}>
            Send again
          </ActButton>
          <span className="small dim needs-why">
            <Ago at={at} word=" ago" />, after {counted(tries, 'try', 'tries')}: <Visible text={error} />
          </span>
        </li>
      ))}
    </ul>
  )
}

function useResend(webhook: string) {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const resend = (seqs?: number[]) => {
    setSending(true)
    api
      .call('resend_webhook', { webhook, ...(seqs && { seqs }) })
      .then(tell, (error: unknown) => say('deny', errorText(error)))
      .then(() => client.invalidateQueries({ queryKey: ['webhooks'] }))
      .finally(() => setSending(false))
  }
  return { isSending, resend }
}

function tell({ arrived, failed }: OutputOf<'resend_webhook'>): void {
  const [first] = failed
  if (first !== undefined) return say('deny', `${counted(failed.length, 'message')} did not arrive: ${first.error}`)
  say('allow', arrived.length === 0 ? 'What waits is tried at once.' : `${counted(arrived.length, 'message')} arrived.`)
}
