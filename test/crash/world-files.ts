import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** What happened outside of the store, one line each: what cannot be taken back is seen here. */
export type WorldFile = 'acts' | 'steps'

/** Adds a line in one write, as the world would keep it also when the process ends right after. */
export function addLine(root: string, file: WorldFile, line: readonly string[]): void {
  const descriptor = openSync(pathOf(root, file), constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o600)
  try {
    writeSync(descriptor, `${line.join('\t')}\n`)
  } finally {
    closeSync(descriptor)
  }
}

/** Every line so far. */
export function readLines(root: string, file: WorldFile): readonly (readonly string[])[] {
  const lines = readIfThere(pathOf(root, file)).split('\n')
  return lines.filter((line) => line !== '').map((line) => line.split('\t'))
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return ''
    throw error
  }
}

function pathOf(root: string, file: WorldFile): string {
  return join(root, `${file}.log`)
}
