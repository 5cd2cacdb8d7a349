import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { progress } from './progress.ts'

const FOLDER = new URL('./', import.meta.url)

/** Peers are in nobody's way until they are measured: they are installed here, pinned and without their scripts, when missing. */
export function installPeers(): void {
  const missing = missingPeers()
  if (missing.length === 0) return
  progress(`installing peers, because ${missing.join(', ')} is not here at its pinned version: npm ci in bench/`)
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: fileURLToPath(FOLDER),
    stdio: ['ignore', 2, 2],
  })
  if (status !== 0) throw new Error('The peers could not be installed. `npm run bench -- --quick` does without them.')
}

function missingPeers(): readonly string[] {
  const { dependencies } = readJson('package.json') as { dependencies: Record<string, string> }
  const wanted = Object.entries(dependencies)
  return wanted.filter(([name, version]) => installedVersion(name) !== version).map(([name]) => name)
}

function installedVersion(name: string): string | undefined {
  const path = `node_modules/${name}/package.json`
  return existsSync(new URL(path, FOLDER)) ? (readJson(path) as { version: string }).version : undefined
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(new URL(path, FOLDER), 'utf8'))
}
