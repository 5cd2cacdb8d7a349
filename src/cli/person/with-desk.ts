import { dirname } from 'node:path'
import { type Credentials, type Desk, isKept, openDesk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { CredentialBox } from './credentials.ts'

/** Does something at the desk of whoever has signed in for this folder. */
export async function withDesk<Result>(io: Io, work: (desk: Desk) => Promise<Result>): Promise<Result> {
  const root = keptRoot(io.folder)
  const desk = await openDesk({ root, credentials: credentialsFor(root, io) })
  try {
    return await work(desk)
  } finally {
    await desk.close()
  }
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
