import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KEPT } from '../../compose.ts'

const FILE = 'port'

/** The port that the server of a folder had last; undefined where it never had one, or nobody can read which. */
export function lastPort(root: string): number | undefined {
  try {
    const text = readFileSync(join(root, KEPT, FILE), 'utf8').trim()
    const port = /^\d{1,5}$/.test(text) ? Number(text) : 0
    return port >= 1 && port <= 65_535 ? port : undefined
  } catch {
    return undefined
  }
}

/** Keeps it for the next time: clones of jobs and open pages look for the server there. */
export function keepPort(root: string, port: number): void {
  // The usual port of a protocol is not named.
  if (port === 0 || lastPort(root) === port) return
  try {
    writeFileSync(join(root, KEPT, FILE), `${port}\n`, { mode: 0o600 })
  } catch {
    // It serves all the same, and says where.
  }
}
