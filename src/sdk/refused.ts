import { AppError, type ErrorCode } from '../model/errors.ts'
import type { Passage } from './passage.ts'

const CODES: Readonly<Record<Exclude<Passage['outcome'], 'allowed' | 'approved'>, ErrorCode>> = {
  rejected: 'rejected',
  denied: 'denied',
  stopped: 'job_stopped',
  expired: 'expired',
  cancelled: 'withdrawn',
  superseded: 'withdrawn',
  answered: 'answered',
  sent_back: 'sent_back',
}

/** A function has no other way to say no. */
export function refused(passage: Passage): Error {
  if (passage.go) return new Error('What may go on was claimed.')
  const { checkpoint } = passage
  const details = checkpoint === null ? {} : { checkpoint: checkpoint as string }
  return new AppError(CODES[passage.outcome], [], { message: messageOf(passage), details })
}

function messageOf(passage: Exclude<Passage, { go: true }>): string {
  if (passage.outcome === 'answered') return `The person answered: ${JSON.stringify(passage.value)}`
  if (passage.outcome === 'rejected') return `${passage.by} rejected it: ${passage.reason}`
  return passage.reason || CODES[passage.outcome]
}
