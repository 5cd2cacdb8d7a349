import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'
import { type Plugin, rolldown } from 'rolldown'

/** Inside the project, so that what has a binary is found from there; all threads of a run share it. */
const PLACE = fileURLToPath(new URL(`../../node_modules/.programs/${process.pid}/`, import.meta.url))

const made = new Map<string, Promise<string>>()

/**
 * A program of ours in few files, made once for all tests of a worker: from its hundreds of sources every process would take
 * half a second longer to start.
 */
export function bundled(program: URL): Promise<string> {
  const file = fileURLToPath(program)
  const known = made.get(file) ?? bundle(file)
  made.set(file, known)
  return known
}

/** Takes away what was made for this run. */
export function removeBundled(): void {
  rmSync(PLACE, { recursive: true, force: true })
}

// The threads of a run of tests are ended without a word; whoever runs them takes it away.
if (isMainThread) process.once('exit', removeBundled)

async function bundle(program: string): Promise<string> {
  mkdirSync(PLACE, { recursive: true })
  const dir = mkdtempSync(PLACE)
  const sources = await rolldown({
    input: program,
    platform: 'node',
    external: ['better-sqlite3'],
    plugins: [atItsPlace],
  })
  await sources.write({ dir, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
  await sources.close()
  return join(dir, `${basename(program, '.ts')}.mjs`)
}

/** A source that looks for a file beside itself finds it where the source is. */
const atItsPlace: Plugin = {
  name: 'at its place',
  transform: (code, id) =>
    code.includes('import.meta.url')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
}
