import { AppError, ERRORS, type ErrorCode } from '../../model/errors.ts'

/** Told to whoever called: what the table says of an error, and what this one adds (RFC 9457). */
export interface ProblemDocument {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: ErrorCode
  readonly retry: boolean
  readonly details?: Readonly<Record<string, string>>
  readonly problems?: AppError['problems']
}

/** Whatever was thrown, as an error of the table. Nothing of what went wrong inside reaches a caller. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', [], { cause: error })
}

/** The document of an error. */
function problemOf({ code, message, details, problems }: AppError): ProblemDocument {
  const { status, retry, text } = ERRORS[code]
  return {
    type: `/reference#${code}`,
    title: text,
    status,
    detail: message,
    code,
    retry,
    ...(Object.keys(details).length > 0 && { details }),
    ...(problems.length > 0 && { problems }),
  }
}

/** The response to whatever was thrown. */
export function problemResponse(error: AppError, headers: Readonly<Record<string, string>>): Response {
  const problem = problemOf(error)
  const again = problem.status === 429 || problem.status === 503 ? { 'Retry-After': '1' } : {}
  const who = problem.status === 401 ? { 'WWW-Authenticate': 'Bearer realm="leeway"' } : {}
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: { ...headers, 'Content-Type': 'application/problem+json', ...again, ...who },
  })
}
