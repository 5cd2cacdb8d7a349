import { type Resent, resendDead, type Webhook, webhooksOf } from '../../compose.ts'
import { counted } from '../../model/counted.ts'
import { harmless } from '../../model/harmless.ts'
import { EXIT, type ExitCode, type Io } from '../io.ts'
import { age } from '../text/age.ts'
import { jsonText } from '../text/json-text.ts'
import { pageOf } from '../text/page.ts'
import { drawTable } from '../text/table.ts'
import { tellSpelled } from '../text/tell.ts'
import { wrongCall } from '../wrong-call.ts'
import { keptRoot, withDesk } from './with-desk.ts'

/** Lists what a webhook was not told in the end, and why. */
export async function showDead(
  { id }: Webhook,
  { json }: { readonly json?: boolean | undefined },
  io: Io,
): Promise<ExitCode> {
  const dead = await webhooksOf(keptRoot(io.folder)).dead(id)
  if (json === true) io.stdout.write(`${jsonText({ rows: dead })}\n`)
  else if (dead.length === 0) io.stdout.write('Nothing was given up.\n')
  else {
    const now = new Date()
    const rows = dead.map(({ seq, type, tries, error, at }) =>
      [String(seq), type.replaceAll('_', ' '), `${age(at, now)} ago, ${counted(tries, 'try', 'tries')}`, error].map(
        (text) => ({ text: harmless(text) }),
      ),
    )
    io.stdout.write(`${drawTable({ head: ['place', 'what', 'given up', 'why'], rows }, pageOf(io))}\n`)
    tellSpelled(io.stderr, `Send it again: leeway webhooks resend ${id}`, io)
  }
  return EXIT.fine
}

/** Sends what was given up again, also while no server runs, and tells what came of it. */
export async function resend(webhook: Webhook, places: readonly string[], io: Io): Promise<ExitCode> {
  const seqs = places.map(placeIn)
  const folder = webhooksOf(keptRoot(io.folder))
  const resent = await withDesk(io, (desk) => {
    const entry = async (seq: number) => {
      const [event] = await desk.events({ after: seq - 1, limit: 1 })
      return event?.seq === seq ? event : undefined
    }
    return resendDead({ folder, entry, now: () => new Date() }, webhook, seqs.length === 0 ? undefined : seqs)
  })
  return tell(resent, io)
}

function placeIn(text: string): number {
  const seq = Number(text)
  if (Number.isSafeInteger(seq) && seq > 0) return seq
  throw wrongCall('Name what to send by its place in the log, a number: leeway webhooks dead ID shows it.')
}

function tell({ arrived, failed, left }: Resent, io: Io): ExitCode {
  if (arrived.length > 0) io.stdout.write(`${counted(arrived.length, 'message')} arrived.\n`)
  for (const { seq, error } of failed) io.stderr.write(`${seq} did not arrive: ${harmless(error)}\n`)
  if (arrived.length + failed.length === 0) io.stdout.write('Nothing of that was given up.\n')
  if (left > 0) io.stderr.write(`Given up by now: ${counted(left, 'message')}.\n`)
  return failed.length === 0 ? EXIT.fine : EXIT.failed
}
