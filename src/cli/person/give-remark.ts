import type { Review } from '../../model/review.ts'
import type { ExitCode, Io } from '../io.ts'
import { parseOptions } from '../parse-options.ts'
import { wrongCall } from '../wrong-call.ts'
import { giveAnswer } from './give-answer.ts'
import { withDesk } from './with-desk.ts'

const OPTIONS = {
  reason: { type: 'string' },
  hash: { type: 'string', multiple: true },
  json: { type: 'boolean' },
} as const

/** An answer that consists of a reason alone. */
export async function giveRemark(
  command: string,
  reviewWith: (reason: string) => Review,
  { args, io }: { readonly args: readonly string[]; readonly io: Io },
): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, { options: OPTIONS, allowPositionals: true })
  const reason = values.reason?.trim()
  if (!reason) throw wrongCall(`Say why: leeway ${command} ID --reason WHY`)
  const review = reviewWith(reason)
  const given = { command, ids: positionals, hashes: values.hash ?? [], json: values.json === true, review }
  return withDesk(io, (desk) => giveAnswer(desk, given, io))
}
