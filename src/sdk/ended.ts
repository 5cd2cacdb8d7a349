import { AppError } from '../model/errors.ts'
import { saidBy } from '../model/said-by.ts'
import { asKept } from './own-copy.ts'
import type { Revealed } from './secrets.ts'

/** How an action went, as it is to be kept. */
export interface Ended {
  readonly status: 'succeeded' | 'failed'
  readonly outcome: Readonly<Record<string, unknown>>
}

type Hide = Revealed['hide']

/** What an action gave. What can't be written down is left out; it has run, and that is what has to be recorded. */
export function succeededWith(result: unknown, hide: Hide): Ended {
  try {
    return { status: 'succeeded', outcome: { value: hide(asKept(result ?? null)) } }
  } catch (error) {
    return without({ status: 'succeeded' }, error)
  }
}

/** What an action threw, whatever that is. */
export function failedWith(error: unknown, hide: Hide): Ended {
  return { status: 'failed', outcome: { error: hide(saidBy(error)) } }
}

/** The same without what came of it, and why that could not be kept. */
export function without({ status }: Pick<Ended, 'status'>, error: unknown): Ended {
  const isSecret = error instanceof AppError && error.code === 'literal_secret'
  const why = isSecret
    ? 'What came of it holds a secret, so it is not kept.'
    : `What came of it could not be kept: ${saidBy(error)}`
  return { status, outcome: status === 'failed' ? { error: why } : { value: null, left_out: why } }
}
