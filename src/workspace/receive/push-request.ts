import { AppError } from '../../model/errors.ts'
import { NO_OID, Oid } from '../oid.ts'
import type { PktReader } from './pkt-line.ts'

/** What a push wants a ref to become; `null` stands for "there is none". */
export interface RefUpdate {
  readonly ref: string
  readonly from: Oid | null
  readonly to: Oid | null
}

/** The first part of a push, before its objects. */
export interface PushRequest {
  readonly updates: readonly RefUpdate[]
  readonly capabilities: ReadonlySet<string>
}

const MAX_UPDATES = 100

/** Reads what a push wants, in the words of git's protocol. */
export async function readPushRequest(reader: PktReader): Promise<PushRequest> {
  const updates: RefUpdate[] = []
  let capabilities: ReadonlySet<string> = new Set()
  for (let line = await reader.line(); line !== undefined; line = await reader.line()) {
    const end = line.indexOf(0)
    const words = line.toString('utf8', 0, end < 0 ? line.length : end)
    if (end >= 0)
      capabilities = new Set(
        line
          .toString('utf8', end + 1)
          .trim()
          .split(' '),
      )
    updates.push(readUpdate(words.replace(/\n$/, '')))
    if (updates.length > MAX_UPDATES) throw unreadable(`A push changes at most ${MAX_UPDATES} branches.`)
  }
  return { updates, capabilities }
}

function readUpdate(words: string): RefUpdate {
  if (words.startsWith('shallow '))
    throw unreadable('A clone without its whole history can not push. Run: git fetch --unshallow')
  const [, from, to, ref = ''] = /^([0-9a-f]{40}) ([0-9a-f]{40}) (.+)$/su.exec(words) ?? []
  if (ref === '') throw unreadable('The request is not a push of git.')
  return { ref, from: readOid(from), to: readOid(to) }
}

function readOid(text: string | undefined): Oid | null {
  return text === NO_OID ? null : Oid.parse(text)
}

function unreadable(message: string): AppError {
  return new AppError('invalid_input', [], { message })
}
