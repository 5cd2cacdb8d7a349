import { dirname } from 'node:path'
import type { ApiClient } from '../../client/api-client.ts'
import { type Credentials, type Desk, isKept, openDesk, openReception, refuseLostBelow } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { findServer } from '../../open-server.ts'
import type { Io } from '../io.ts'
import { CredentialBox } from './credentials.ts'

/** Does something at the desk of whoever has signed in for this folder: at its server, and on the files where none runs. */
export async function withDesk<Result>(io: Io, work: (desk: Desk) => Promise<Result>): Promise<Result> {
  const root = keptRoot(io.folder)
  const desk = (await deskAtServer(root, io)) ?? (await openDesk({ root, credentials: credentialsFor(root, io) }))
  try {
    return await work(desk)
  } finally {
    await desk.close()
  }
}

const REACH_MS = 2000

/** Nothing where no server lets this person in; then the files say why, or serve as well. */
async function deskAtServer(root: string, io: Io): Promise<Desk | undefined> {
  const api = await serverOf(root, io)
  try {
    await api?.call('read_me', {}, { signal: AbortSignal.timeout(REACH_MS) })
    if (api === undefined) return undefined
    const { remoteDesk } = await import('../../client/desk/remote-desk.ts')
    return remoteDesk(api)
  } catch (error) {
    if (error instanceof AppError && !ELSEWHERE.has(error.code)) throw error
    return undefined
  }
}

/** The server can't be reached from here, such as through a proxy, or does not know who asks. */
const ELSEWHERE: ReadonlySet<AppError['code']> = new Set([
  'server_unreachable',
  'overloaded',
  'unreadable_answer',
  'internal',
  'not_signed_in',
  'wrong_host',
])

/** The server that runs in a folder, for whoever has signed in there. */
export async function serverOf(root: string, io: Io): Promise<ApiClient | undefined> {
  const url = await findServer(root)
  if (url === undefined) return undefined
  const reception = await openReception({ root })
  const names = await reception.names().finally(() => reception.close())
  const token = await credentialsFor(root, io)(names)
  if (token === undefined) return undefined
  const { ApiClient } = await import('../../client/api-client.ts')
  return new ApiClient({ url, token })
}

/** Finds the token of whoever has signed in for a folder. */
export function credentialsFor(root: string, io: Io): Credentials {
  const box = new CredentialBox(io.environment)
  return async (names) => {
    const found = await box.read({ names, root })
    if (found !== undefined) return found.token
    const original = await box.readOriginal({ names, root })
    if (original === undefined) return undefined
    throw new AppError('not_authorised', [], {
      message: `You have not signed in here. You are ${original.person} in ${original.root}, of which this is a copy.`,
      details: { next: 'Sign in here too: leeway login' },
    })
  }
}

/** The nearest folder, this one or above, in which something is kept. Throws `not_found` where nothing is. */
export function keptRoot(folder: string): string {
  const found = findKept(folder)
  // What was lost here is not to be looked for above.
  for (let at = folder; at !== found; at = dirname(at)) {
    refuseLostBelow(at)
    if (at === dirname(at)) break
  }
  if (found !== undefined) return found
  throw new AppError('not_found', [], {
    message: `Nothing is kept here: neither ${folder} nor a folder above it has a .leeway.`,
    details: { next: 'Begin here: leeway login' },
  })
}

/** The nearest folder, this one or above, in which something is kept. */
export function findKept(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isKept(at)) return at
    if (at === dirname(at)) return undefined
  }
}
