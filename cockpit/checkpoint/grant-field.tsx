import { useId } from 'react'
import type { GrantBounds } from '../../src/model/review.ts'

/** How far an approval is to reach, as it is typed. */
export interface GrantDraft {
  readonly count: string
  readonly hours: string
  readonly job: boolean
}

export const NO_GRANT: GrantDraft = { count: '', hours: '', job: false }

/** The form says so of more, and sends nothing. */
const MOST = 10_000

/** The bounds of a grant; undefined when nothing beyond this once is wanted. */
export function boundsOf({ count, hours, job }: GrantDraft, now: number): GrantBounds | undefined {
  const bounds = {
    ...(Number(count) >= 1 && { count: Math.floor(Number(count)) }),
    ...(Number(hours) > 0 && { until: new Date(now + Math.min(Number(hours), MOST) * 3_600_000).toISOString() }),
    ...(job && { job: true as const }),
  }
  return Object.keys(bounds).length === 0 ? undefined : bounds
}

/** Lets the same call pass again without asking, within bounds. */
export function GrantField({
  grant,
  onChange,
}: {
  readonly grant: GrantDraft
  readonly onChange: (grant: GrantDraft) => void
}) {
  return (
    <details>
      <summary>Also let the same call pass later…</summary>
      <fieldset className="plain grant">
        <legend className="said">
          The same tool with the same arguments, by the same agent. Every bound you set holds.
        </legend>
        <div className="grant-bounds">
          <Bound label="Times" value={grant.count} onChange={(count) => onChange({ ...grant, count })} />
          <Bound label="For hours" value={grant.hours} onChange={(hours) => onChange({ ...grant, hours })} />
        </div>
        <label className="check">
          <input
            type="checkbox"
            checked={grant.job}
            onChange={(event) => onChange({ ...grant, job: event.target.checked })}
          />
          <span>Only in this job and what works for it</span>
        </label>
      </fieldset>
    </details>
  )
}

function Bound({
  label,
  value,
  onChange,
}: {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="number"
        min={1}
        max={MOST}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
