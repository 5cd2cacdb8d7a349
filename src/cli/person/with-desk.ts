import { dirname } from 'node:path'
import type { ApiClient } from '../../client/api-client.ts'
import { type Credentials, type Desk, deskAt, type Hall, isKept, openHall, refuseLostBelow } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { CredentialBox } from './credentials.ts'

/** Does something at the desk of whoever has signed in for this folder: at its server, and on the files where none runs. */
export async function withDesk<Result>(io: Io, work: (desk: Desk) => Promise<Result>): Promise<Result> {
  const desk = await openFor(keptRoot(io.folder), io)
  try {
    return await work(desk)
  } finally {
    await desk.close()
  }
}

async function openFor(root: string, io: Io): Promise<Desk> {
  const hall = await openHall(root)
  try {
    const remote = await deskAtServer(root, hall, io)
    if (remote === undefined) return await deskAt(hall.reception, credentialsFor(root, io))
    await hall.reception.close()
    return remote
  } catch (error) {
    await hall.reception.close()
    throw error
  }
}

const REACH_MS = 2000

/** Nothing where no server lets this person in; then the files say why, or serve as well. */
async function deskAtServer(root: string, hall: Hall, io: Io): Promise<Desk | undefined> {
  const api = await clientIn(root, hall, io)
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
  const hall = await openHall(root)
  return clientIn(root, hall, io).finally(() => hall.reception.close())
}

async function clientIn(root: string, { reception, server: url }: Hall, io: Io): Promise<ApiClient | undefined> {
  if (url === undefined) return undefined
  const token = await credentialsFor(root, io)(await reception.names())
  if (token === undefined) return undefined
  const { ApiClient } = await import('../../client/api-client.ts')
  const { onThisMachine } = await import('../../client/server-address.ts')
  return new ApiClient({ url: onThisMachine(url), token })
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
