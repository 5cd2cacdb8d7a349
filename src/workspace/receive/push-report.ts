import { AppError } from '../../model/errors.ts'
import { FLUSH, onBand, pktLine } from './pkt-line.ts'
import type { PushRequest } from './push-request.ts'

/** The answer to a push, as git's clients read it: every branch with its fate, and a sentence for the terminal when it was refused. */
export function pushReport({ updates, capabilities }: PushRequest, error?: unknown): Uint8Array {
  const reason = error === undefined ? undefined : reasonOf(error)
  const fates = updates.map(({ ref }) => (reason === undefined ? `ok ${ref}\n` : `ng ${ref} ${firstLine(reason)}\n`))
  const report = Buffer.concat([...['unpack ok\n', ...fates].map(pktLine), FLUSH])
  if (!capabilities.has('side-band-64k')) return report
  const said = reason === undefined ? [] : [onBand(2, `Leeway refused the push. ${reason}\n`)]
  return Buffer.concat([...said, onBand(1, report), FLUSH])
}

/** What is ours to say is said; what broke inside is not for a terminal. */
function reasonOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'Something went wrong inside Leeway. Nothing was changed.'
}

/** A reason is one line that git prints behind the branch. */
function firstLine(reason: string): string {
  return (reason.split('\n')[0] ?? '').slice(0, 300)
}
