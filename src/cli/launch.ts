#!/usr/bin/env node
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Script } from 'node:vm'

/** Smaller files are compiled in no time, and a name that is no command loads nothing larger. */
const WORTH_KEEPING = 50_000
/** By then a server has run what a start runs; V8 forgets functions that are not called for long. */
const KEEP_AFTER_MS = 5000
/** Bytes at the end of what is kept. */
const SEAL = 4

/** What this process had to compile, and where it is kept. */
interface Fresh {
  readonly file: string
  readonly script: Script
  readonly bytes: Buffer
}

type Require = (id: string) => unknown
type Run = (exports: object, require: Require, file: string) => void

/**
 * The files of the built command. What V8 has compiled of the large ones is kept for the next start, once they have run: Node's own
 * cache is written before that, and lacks every function that is compiled by its first call.
 */
export class CompiledFiles {
  readonly #folder: string
  readonly #kept: string
  readonly #require: NodeJS.Require
  readonly #loaded = new Map<string, object>()
  readonly #fresh: Fresh[] = []

  /** What is compiled of the files of one folder is kept in another. */
  constructor(folder: string, kept: string) {
    this.#folder = folder
    this.#kept = kept
    this.#require = createRequire(join(folder, 'from-here.js'))
  }

  /** Gives what a file exports; the first who asks runs it. */
  load(name: string): object {
    const known = this.#loaded.get(name)
    if (known !== undefined) return known
    const run = this.#compile(name).runInThisContext() as Run
    const exports = {}
    this.#loaded.set(name, exports)
    try {
      const near = (id: string) => (id.startsWith('./') ? this.load(id.slice(2)) : this.#require(id))
      run(exports, Object.assign(near, { resolve: this.#require.resolve }), join(this.#folder, name))
    } catch (error) {
      // Whoever asks next tries again.
      this.#loaded.delete(name)
      throw error
    }
    return exports
  }

  /** Keeps what had to be compiled. */
  keep(): void {
    try {
      for (const one of this.#fresh.splice(0)) keepCompiled(one)
    } catch {
      // Where nothing can be written, the next start compiles again.
    }
  }

  #compile(name: string): Script {
    const filename = join(this.#folder, name)
    const bytes = readFileSync(filename)
    // They are made of ASCII alone, which is read the fastest so.
    const wrapped = `(function (exports, require, __filename) {${bytes.toString('latin1')}\n})`
    if (bytes.length < WORTH_KEEPING) return new Script(wrapped, { filename })
    const file = join(this.#kept, name)
    const compiled = readCompiled(file, bytes)
    const script = new Script(wrapped, { filename, ...(compiled && { cachedData: compiled }) })
    // Another V8 compiled it, or the same one with other settings.
    if (compiled === undefined || script.cachedDataRejected) this.#fresh.push({ file, script, bytes })
    return script
  }
}

/** It is whole before it has its name, so that nobody reads half of it, and nobody but its owner may write it: it is run. */
function keepCompiled({ file, script, bytes }: Fresh): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o755 })
  const compiled = script.createCachedData()
  const draft = `${file}.${process.pid}`
  try {
    writeFileSync(draft, Buffer.concat([compiled, sealOf(bytes, compiled)]), { mode: 0o644 })
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
}

/** What was compiled of exactly these bytes; V8 itself looks at their number alone, and never at what it gets. */
function readCompiled(file: string, bytes: Buffer): Buffer | undefined {
  try {
    const all = readFileSync(file)
    const compiled = all.subarray(0, -SEAL)
    return sealOf(bytes, compiled).equals(all.subarray(-SEAL)) ? compiled : undefined
  } catch {
    return undefined
  }
}

function sealOf(bytes: Buffer, compiled: Buffer): Buffer {
  // Help has nothing that is sealed, and does not wait for what does it.
  const { crc32 } = process.getBuiltinModule('node:zlib')
  const seal = Buffer.alloc(SEAL)
  seal.writeUInt32LE(crc32(compiled, crc32(bytes)))
  return seal
}

/**
 * Runs the command whose files lie in a folder, beginning with one of them. What is compiled lies beside them: whoever could change it
 * could as well change the files. Each command has its own, because each calls other functions.
 */
export function launch(folder: string, first: string): void {
  const [, , command = ''] = process.argv
  const called = /^[a-z-]+$/.test(command) ? command : 'other'
  const files = new CompiledFiles(folder, join(folder, 'compiled', `${process.version}-${process.arch}`, called))
  const keep = () => files.keep()
  process.once('exit', keep)
  setTimeout(keep, KEEP_AFTER_MS).unref()
  files.load(first)
}
