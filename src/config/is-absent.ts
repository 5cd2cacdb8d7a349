import { lstat, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'

/** Whether nothing at all is at a path. A link that leads nowhere is something, and so is what may not be looked at. */
export async function isAbsent(path: string): Promise<boolean> {
  if (await isThere(path, lstat)) return false
  const parent = dirname(path)
  return parent === path || (await isThere(parent, stat)) || isAbsent(parent)
}

/** The error for what is there and cannot be read, with its code and what to look at. */
export function unreadable(path: string, cause: unknown): AppError {
  const code = codeOf(cause)
  const what = SENTENCES[code] ?? `cannot be read (${code}). Check its path and permissions.`
  const message = `${quote(path)} ${what}`
  return new AppError('unreadable_file', [{ code: 'unreadable_file', message, path: '', file: path }], { cause })
}

const SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'is reached by a link that leads nowhere. Mend the link or take it away.',
  ENOTDIR: 'cannot be read as a folder, because a file stands there or above it. Move that file away.',
}

async function isThere(path: string, look: (path: string) => Promise<unknown>): Promise<boolean> {
  try {
    await look(path)
    return true
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false
    throw unreadable(path, error)
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
}
