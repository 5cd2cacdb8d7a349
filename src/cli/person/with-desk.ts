import { dirname } from 'node:path'
import { type Desk, isKept, openDesk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { CredentialBox } from './credentials.ts'

/** Does something at the desk of whoever has signed in for this folder. */
export async function withDesk<Result>(io: Io, work: (desk: Desk) => Promise<Result>): Promise<Result> {
  const box = new CredentialBox(io.environment)
  const credentials = async (names: readonly string[]) => (await box.read(names))?.token
  const desk = await openDesk({ root: keptRoot(io.folder), credentials })
  try {
    return await work(desk)
  } finally {
    await desk.close()
  }
}

/** The nearest folder, this one or above, in which something is kept. Throws `not_found` where nothing is. */
export function keptRoot(folder: string): string {
  const found = findKept(folder)
  if (found !== undefined) return found
  throw new AppError('not_found', [], {
    message: `Nothing is kept here: neither ${folder} nor a folder above it has a .leeway.`,
    details: { next: 'leeway login' },
  })
}

/** The nearest folder, this one or above, in which something is kept. */
export function findKept(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isKept(at)) return at
    if (at === dirname(at)) return undefined
  }
}
