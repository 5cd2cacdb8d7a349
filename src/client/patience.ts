import { AppError, ERRORS } from '../model/errors.ts'

const FIRST_MS = 100
const LONGEST_MS = 5000

/** How often to try, and who may call it off. */
export interface Trying {
  readonly tries: number
  readonly signal?: AbortSignal | undefined
}

/** Tries again what only failed for a moment: a server that restarts, a busy store, a lost connection. */
export async function patiently<Result>(work: () => Promise<Result>, { tries, signal }: Trying): Promise<Result> {
  for (let round = 1; ; round += 1) {
    try {
      return await work()
    } catch (error) {
      signal?.throwIfAborted()
      if (round >= tries || !isPassing(error)) throw error
      await pause(Math.min(LONGEST_MS, FIRST_MS * 2 ** (round - 1)), signal)
    }
  }
}

/** What the table says helps to try again, apart from what waits for people. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  return ERRORS[error.code].retry && ERRORS[error.code].status !== 409
}

/** Waits a while; ends early with the signal's reason. */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const abort = () => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  await promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  })
}
