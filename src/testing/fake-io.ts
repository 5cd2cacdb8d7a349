import { tmpdir } from 'node:os'
import { Readable, Writable } from 'node:stream'
import type { ExitCode, Io } from '../cli/io.ts'
import { runCli } from '../cli/run-cli.ts'

/** What surrounds a command in a test; what is not named is an empty input in an empty folder, and no terminal. */
export interface Surroundings {
  readonly input?: string | Buffer | readonly (string | Buffer)[]
  readonly folder?: string
  readonly environment?: Io['environment']
  /** Columns of a terminal; without them the output is a pipe. */
  readonly columns?: number
  /** Keys that a person at the terminal presses, one a chunk; then the input is a terminal too. */
  readonly keys?: readonly string[]
  /** Hears all that a command that does not end yet has said. */
  readonly hear?: (out: string) => void
}

/** What a command said, and how it ended. */
export interface Said {
  readonly code: ExitCode
  readonly out: string
  readonly err: string
}

/** Runs a command line in this process, on streams of its own. */
export async function run(argv: readonly string[], surroundings: Surroundings = {}): Promise<Said> {
  const { folder = tmpdir(), environment = {}, columns } = surroundings
  const out = new Collector(surroundings.hear)
  const err = new Collector()
  const terminal = columns === undefined ? {} : { isTTY: true, columns }
  const io: Io = {
    stdin: inputOf(surroundings),
    stdout: Object.assign(out, terminal),
    stderr: err,
    environment,
    folder,
  }
  const code = await runCli(argv, io)
  return { code, out: out.text, err: err.text }
}

function inputOf({ input = '', keys }: Surroundings): Io['stdin'] {
  if (keys !== undefined) return Object.assign(Readable.from(keys), { isTTY: true, setRawMode: () => undefined })
  const chunks = typeof input === 'string' || Buffer.isBuffer(input) ? [input] : input
  return Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
}

class Collector extends Writable {
  text = ''
  readonly #hear: ((text: string) => void) | undefined
  constructor(hear?: (text: string) => void) {
    super()
    this.#hear = hear
  }
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.#hear?.(this.text)
    done()
  }
}
