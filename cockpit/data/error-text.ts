import { AppError } from '../../src/model/errors.ts'
import { inShort } from '../parts/time.tsx'
import { serverClock } from './server-clock.ts'

/** What went wrong, as a sentence for people. Who was faster is named, with what they decided and when. */
export function errorText(error: unknown): string {
  if (!(error instanceof AppError)) return 'Something went wrong in this page. Nothing was decided.'
  const { code, details, message } = error
  if (code === 'already_resolved' && details['by'] !== undefined) {
    const age = serverClock.now() - Date.parse(details['at'] ?? '')
    const when = Number.isNaN(age) ? '' : `, ${inShort(age)} ago`
    const first = details['yourself'] === undefined ? `${details['by']} was faster` : 'You answered it yourself'
    return `${first}: it is ${details['status'] ?? 'resolved'}${when}.`
  }
  if (code === 'stale_content') return 'The content has changed since you looked at it. Look again, then answer.'
  const next = details['next']
  return next === undefined ? message : `${message} ${next}`
}

/** Whether an address leads to nothing: there is no such thing, or it can't be the name of one. */
export function isNowhere(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'not_found' || error.code === 'invalid_input')
}
