import type { Checkpoint } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import { isOwed } from '../model/owed-on.ts'
import type { Settled } from './ask-gate.ts'
import type { Passage } from './passage.ts'

/** What an agent is told of its question. What it may change is its own copy: rows belong to everybody who reads them. */
export function toPassage(settled: Settled): Passage {
  return settled.settled === 'asked' ? fromAsked(settled) : fromCheckpoint(settled.checkpoint)
}

type AnsweredAtOnce = Extract<Settled, { settled: 'asked' }>

function fromAsked({ asked, gate }: AnsweredAtOnce): Passage {
  if (asked.status === 'ran') {
    throw new AppError('key_spent', [], {
      message: `What this key was given for was taken up at ${asked.attempt.claimed_at}. Use a new key for a new try.`,
    })
  }
  if (asked.status === 'allowed') {
    // Without a key nothing is claimed, and what was asked about is what may run.
    const args = structuredClone(asked.attempt?.content.args ?? (gate.kind === 'tool' ? gate.args : {}))
    return { outcome: 'allowed', go: true, args, decision: asked.decision }
  }
  const { status, decision, reason, times, checkpoint } = asked
  return { outcome: status, go: false, reason, times, decision, checkpoint }
}

function fromCheckpoint(checkpoint: Checkpoint): Passage {
  const { id, status, content, resolution, remarks } = checkpoint
  const by = resolution?.by.id ?? ''
  const reason = resolution?.reason ?? null
  switch (status) {
    case 'pending': {
      const asked = remarks.findLast(({ kind }) => kind === 'request_changes')
      const open = structuredClone(remarks.filter(isOwed))
      return { outcome: 'sent_back', go: false, reason: asked?.text ?? '', remarks: open, checkpoint: id }
    }
    case 'approved': {
      const edited = checkpoint.content_hash !== checkpoint.asked_hash
      const args = structuredClone(content.args ?? {})
      return { outcome: 'approved', go: true, args, edited, by, reason, checkpoint: id }
    }
    case 'answered':
      return { outcome: 'answered', go: false, value: structuredClone(resolution?.value), by, checkpoint: id }
    case 'rejected':
      return { outcome: 'rejected', go: false, reason: reason ?? '', by, checkpoint: id }
    default:
      return { outcome: status, go: false, reason: reason ?? '', checkpoint: id }
  }
}
