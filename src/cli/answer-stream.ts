import type { Writable } from 'node:stream'
import type { Answers } from './answer-block.ts'
import type { Answerers } from './answerers.ts'
import { EXIT, type ExitCode, type Io } from './io.ts'
import { type Block, BlockCutter } from './lines.ts'

type Streams = Pick<Io, 'stdin' | 'stdout'>

/** Reads, has answered and writes. Waiting for the oldest keeps memory flat, however slow the reader or a thread is. */
export async function answerStream({ stdin, stdout }: Streams, answerers: Answerers): Promise<ExitCode> {
  const cutter = new BlockCutter()
  const open: Promise<void>[] = []
  let code: ExitCode = EXIT.fine
  let isReading = true
  for await (const chunk of stdin) {
    take(cutter.push(chunk as Buffer))
    while (open.length > answerers.mostOpen) await open.shift()
  }
  isReading = false
  take(cutter.end())
  await Promise.all(open)
  return code

  function take(block: Block | undefined): void {
    if (block === undefined) return
    const written = write(answerers.answer(block), open.at(-1))
    // Whoever sends the lines may wait for the very answer that failed before sending more.
    written.catch((error: Error) => isReading && stdin.destroy(error))
    open.push(written)
  }

  /** Each waits for the one before it, so that answers stand in the order of their lines, and come as soon as can be. */
  async function write(given: Answers | Promise<Answers>, before: Promise<void> | undefined): Promise<void> {
    const [{ bytes, failed }] = await Promise.all([given, before])
    if (failed) code = EXIT.failed
    if (bytes.length > 0) await writeWhole(bytes, stdout)
  }
}

/** Waits until the reader has taken everything, and then gives the memory back, before the collector would. */
async function writeWhole(bytes: Uint8Array<ArrayBuffer>, stdout: Writable): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    stdout.write(bytes, (error) => (error ? reject(error) : resolve()))
  })
  bytes.buffer.transfer(0)
}
