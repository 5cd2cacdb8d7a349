import { accessSync, constants, readFileSync, type Stats, statSync } from 'node:fs'
import { AppError } from '../../model/errors.ts'

/** Throws where a folder for what is kept is there and this user may not look into it, or where it is no folder. */
export function refuseClosed(folder: string): void {
  const stats = statsOf(folder)
  if (stats === undefined) return
  if (!stats.isDirectory()) {
    const details = { next: 'Move it away, or give it another name. Then begin here: leeway login' }
    throw new AppError('read_only', [], { message: `${folder} is a file where a folder belongs.`, details })
  }
  try {
    accessSync(folder, constants.R_OK | constants.X_OK)
  } catch (cause) {
    throw closed(folder, stats.uid, cause)
  }
}

/** Nothing where nothing is, or where nobody may even see whether something is. */
function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

function closed(folder: string, uid: number, cause: unknown): AppError {
  const isOwn = uid === process.getuid?.()
  const message = `${folder} is there, and this user may not read it: it belongs to ${isOwn ? 'you' : nameOf(uid)}.`
  const next = isOwn
    ? `Let yourself in: chmod 700 ${folder}`
    : 'Work here as that user, or ask them for a server (leeway up) and for a token of yours (leeway people add NAME).'
  return new AppError('read_only', [], { message, details: { next }, cause })
}

/** How the system calls a user, where it says so. */
function nameOf(uid: number): string {
  const name = accounts()
    .map((line) => line.split(':'))
    .find(([, , id]) => id === String(uid))?.[0]
  return name === undefined ? `the user ${uid}` : `${name} (user ${uid})`
}

function accounts(): readonly string[] {
  try {
    return readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return []
  }
}
