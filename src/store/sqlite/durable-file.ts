import { closeSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Makes the content of a file, or the names in a folder, survive a power cut. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  try {
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

/** An empty file that only its owner can read, whatever the umask. Throws `EEXIST` when there is one. */
export function createPrivate(file: string): void {
  closeSync(openSync(file, 'wx', 0o600))
}

/** Gives a finished draft its name, durably and in one step. Throws `EEXIST` rather than replace a file. */
export function publish(draft: string, file: string): void {
  sync(draft)
  linkSync(draft, file)
  rmSync(draft)
  sync(dirname(file))
}

/** Whether an error says that a file is there already. */
export function isExisting(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST'
}
