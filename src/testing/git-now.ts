import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the small process is asked. */
export interface Asked {
  readonly args: readonly string[]
  readonly cwd?: string | undefined
  readonly env: NodeJS.ProcessEnv
  /** In base 64. */
  readonly input: string
}

/** What it says. */
export interface Said {
  readonly status: number | null
  /** In base 64. */
  readonly out: string
  readonly err: string
}

const PROGRAM = fileURLToPath(new URL('./git-now-program.ts', import.meta.url))

interface Options {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly input?: string | Uint8Array
}

interface Helper {
  readonly ask: number
  readonly answer: number
}

let helper: Helper | undefined

/**
 * Runs git to its end and gives what it wrote; throws what it said where it fails. As `execFileSync` does, but from a small process: whoever
 * starts a program is copied first, and for a run of tests with its gigabyte that took many times as long as git works.
 */
export function gitNow(args: readonly string[], { cwd, env = process.env, input = '' }: Options = {}): Buffer {
  helper ??= open()
  const asked: Asked = { args, cwd, env, input: Buffer.from(input).toString('base64') }
  const bytes = Buffer.from(JSON.stringify(asked))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  write(helper.ask, Buffer.concat([length, bytes]))
  const said = JSON.parse(String(read(helper.answer, read(helper.answer, 4).readUInt32BE()))) as Said
  if (said.status === 0) return Buffer.from(said.out, 'base64')
  throw new Error(`git ${args.join(' ')}: ${said.err}`)
}

/** Two pipes with names, because those that come with a process can't be waited for. The process ends when nobody has them open any more. */
function open(): Helper {
  const folder = mkdtempSync(join(tmpdir(), 'leeway-git-'))
  const [ask, answer] = [join(folder, 'ask'), join(folder, 'answer')]
  try {
    execFileSync('mkfifo', [ask, answer])
    spawn(process.execPath, ['--max-semi-space-size=1', PROGRAM, ask, answer], { stdio: 'ignore' }).unref()
    return { ask: openSync(ask, 'w'), answer: openSync(answer, 'r') }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function write(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at)
}

function read(file: number, length: number): Buffer {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length; ) {
    const got = readSync(file, bytes, at, length - at, null)
    if (got === 0) throw new Error('The process that runs git for tests is gone.')
    at += got
  }
  return bytes
}
