import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import { FLUSH, onBand, pktLine } from './pkt-line.ts'
import type { PushRequest } from './push-request.ts'

/** What became of a push: it was taken, and this is said of it; or it was not, because of this. */
export type PushFate = { readonly said: readonly string[] } | { readonly error: unknown }

/** The answer to a push, as git's clients read it: every branch with its fate, and words for the terminal of whoever pushed. */
export function pushReport({ updates, capabilities }: PushRequest, fate: PushFate): Uint8Array {
  const reason = 'error' in fate ? reasonOf(fate.error) : undefined
  const fates = updates.map(({ ref }) => (reason === undefined ? `ok ${ref}\n` : `ng ${ref} ${firstLine(reason)}\n`))
  const report = Buffer.concat([...['unpack ok\n', ...fates].map(pktLine), FLUSH])
  if (!capabilities.has('side-band-64k')) return report
  const lines = 'said' in fate ? fate.said : refusal(reason ?? '')
  return Buffer.concat([...lines.map((line) => onBand(2, `${harmless(line)}\n`)), onBand(1, report), FLUSH])
}

/** A reason can have lines of its own, one a file. */
function refusal(reason: string): readonly string[] {
  return `Leeway refused the push. ${reason}`.split('\n')
}

/** What is ours to say is said; what broke inside is not for a terminal. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'Something went wrong inside Leeway. Nothing was changed.'
}

/** A reason is one line that git prints behind the branch. */
function firstLine(reason: string): string {
  return harmless(reason.split('\n')[0] ?? '').slice(0, 300)
}
