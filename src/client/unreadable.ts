import { AppError } from '../model/errors.ts'

/** Something came back that is no answer of Leeway's. What was asked may have been done all the same, so it is asked again. */
export function unreadable({ status, url }: Response, why: string, cause?: unknown): AppError {
  const from = url === '' ? 'The server' : new URL(url).origin
  const next = 'Look at what answers there: a proxy in between, or a server of another version.'
  const message = `${from} answered ${status}, but what came is no answer of Leeway: ${why}.`
  return new AppError('unreadable_answer', [], { message, cause, details: { next } })
}
