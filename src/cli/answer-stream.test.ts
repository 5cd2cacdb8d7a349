import { PassThrough, Readable, Writable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import type { ThreadStart } from './answer-in-thread.ts'
import { AnswerMemory } from './answer-memory.ts'
import { answerStream } from './answer-stream.ts'
import { Answerers } from './answerers.ts'
import { AnsweringThread, startThreads } from './answering-thread.ts'
import { decideAnswer } from './decide-answer.ts'
import { MAX_LINE_BYTES } from './lines.ts'

/** Enough to start a thread, and answered with nothing. */
const LONG = Buffer.from(`${' '.repeat(1023)}\n`.repeat(1024))
/** No divisor of anything, so that chunks end everywhere. */
const CHUNK_BYTES = 32_749

/** Requests that are answered in turns with decisions and errors, and lines that are answered with nothing. */
const LINES = [
  '{"policy":"jobs/full","gate":{"kind":"tool","tool":"größe"}}',
  '{"gate":{"kind":"completion"}}',
  '',
  '{"policy":{"budget_usd":0.5},"gate":{"kind":"step","phase":"build","status":"failure"}}',
  '{"gate":{"kind":"tol"}}',
  ' \r',
  '{"gate":',
  '{"policy":"threads/hands_off","gate":{"kind":"intent","confidence":0.7}}',
]

function bytesOf(length: number, lines: readonly string[] = LINES): Buffer {
  const once = Buffer.from(`${lines.join('\n')}\n`)
  return Buffer.concat(Array.from({ length: Math.ceil(length / once.length) }, () => once))
}

function chunksOf(bytes: Buffer): readonly Buffer[] {
  const count = Math.ceil(bytes.length / CHUNK_BYTES)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES))
}

/** Keeps what is written, as slowly as one turn of the loop for each block. */
class SlowReader extends Writable {
  text = ''
  blocks = 0

  constructor() {
    super({ highWaterMark: 1 })
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString()
    this.blocks += 1
    setImmediate(done)
  }
}

/** A thread of the product, or one that runs another program instead. */
function aThread(program?: string): AnsweringThread {
  const workerData: ThreadStart = { command: 'decide', presets: catalog.presets }
  const worker =
    program === undefined
      ? new Worker(new URL('./answer-in-thread.ts', import.meta.url), { workerData })
      : new Worker(`const { parentPort } = require('node:worker_threads'); ${program}`, { eval: true })
  onTestFinished(async () => void (await worker.terminate()))
  return new AnsweringThread(worker)
}

function answerers(...threads: readonly AnsweringThread[]): Answerers {
  return new Answerers({ answer: decideAnswer(catalog), memory: new AnswerMemory() }, async () => threads)
}

async function isReady(thread: AnsweringThread): Promise<void> {
  while (!thread.hasRoom) await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Enough to start the thread; the rest when it is ready. */
async function* startingWith(thread: AnsweringThread, rest: Iterable<Buffer> | AsyncIterable<Buffer>) {
  yield LONG
  await isReady(thread)
  yield* rest
}

async function answered(input: Iterable<Buffer> | AsyncIterable<Buffer>, by: Answerers) {
  const stdout = new SlowReader()
  const code = await answerStream({ stdin: Readable.from(input), stdout }, by)
  return { code, out: stdout.text }
}

test('with threads that help, the answers are the same, in the same order', async () => {
  const [thread, another] = [aThread(), aThread()]
  await isReady(another)
  const rest = Buffer.concat([bytesOf(8 * CHUNK_BYTES), Buffer.from('{"gate":{"kind":"push"}}')])
  const alone = await answered([LONG, rest], answerers())
  expect(await answered(startingWith(thread, chunksOf(rest)), answerers(thread, another))).toEqual(alone)
  expect(alone.code).toBe(1)
})

test('what only a thread saw fail makes the exit code 1', async () => {
  const thread =
    aThread(`parentPort.on('message', () => parentPort.postMessage({ bytes: Buffer.from('no'), failed: true }))
    parentPort.postMessage('ready')`)
  expect(await answered(startingWith(thread, [bytesOf(CHUNK_BYTES)]), answerers(thread))).toEqual({
    code: 1,
    out: 'no',
  })
})

test('lines that are longer than a block, and too long, are answered in their places', async () => {
  const thread = aThread()
  const long = `{"gate":{"kind":"checkpoint","type":"${'x'.repeat(3 * CHUNK_BYTES)}"}}\n`
  const tooLong = Buffer.from(`${'y'.repeat(MAX_LINE_BYTES + 1)}\n`)
  const rest = Buffer.concat([bytesOf(CHUNK_BYTES), Buffer.from(long), tooLong, bytesOf(CHUNK_BYTES), tooLong])
  const alone = await answered([LONG, rest], answerers())
  expect(await answered(startingWith(thread, chunksOf(rest)), answerers(thread))).toEqual(alone)
  expect(alone.out.match(/"too_large"/g)).toHaveLength(2)
})

test('a short block that comes behind a slow thread waits for it', async () => {
  const slow = `parentPort.on('message', () =>
    setTimeout(() => parentPort.postMessage({ bytes: Buffer.from('slow\\n'), failed: false }), 50))
    parentPort.postMessage('ready')`
  const thread = aThread(slow)
  const rest = [bytesOf(CHUNK_BYTES), Buffer.from('{"gate":{"kind":"completion"}}\n')]
  const { out } = await answered(startingWith(thread, rest), answerers(thread))
  expect(out).toMatch(/^slow\n\{"verdict":[^\n]*\n$/)
})

test('a thread that ends over a block fails the command, also while the sender waits for its answer', async () => {
  const thread = aThread(`parentPort.on('message', () => process.exit()); parentPort.postMessage('ready')`)
  const stdin = new PassThrough()
  const stdout = new SlowReader()
  const ended = answerStream({ stdin, stdout }, answerers(thread))
  stdin.write(LONG)
  await isReady(thread)
  stdin.write(bytesOf(CHUNK_BYTES))
  await expect(ended).rejects.toThrow('A thread ended before it had answered.')
})

test('what a thread fails with is what the command fails with, also at the end of the input', async () => {
  const thread = aThread(`parentPort.on('message', () => { throw new Error('the thread is out of luck') })
    parentPort.postMessage('ready')`)
  const input = startingWith(thread, [bytesOf(CHUNK_BYTES)])
  await expect(answered(input, answerers(thread))).rejects.toThrow('the thread is out of luck')
})

test('threads that do not start are done without', async () => {
  const thread = aThread(`throw new Error('no room for a thread')`)
  const gone = new Answerers({ answer: decideAnswer(catalog), memory: new AnswerMemory() }, () =>
    Promise.reject(new Error('not allowed')),
  )
  const input = [LONG, bytesOf(CHUNK_BYTES)]
  const alone = await answered(input, answerers())
  expect(await answered(input, answerers(thread))).toEqual(alone)
  expect(await answered(input, gone)).toEqual(alone)
  await gone.end()
})

test('no more is read ahead than a few blocks, however slow the reader is', async () => {
  const thread = aThread()
  const by = answerers(thread)
  const stdout = new SlowReader()
  let taken = 0
  let ahead = 0
  const input = (async function* () {
    for await (const chunk of startingWith(thread, chunksOf(bytesOf(30 * CHUNK_BYTES, [LINES[1] ?? ''])))) {
      ahead = Math.max(ahead, taken - stdout.blocks)
      taken += 1
      yield chunk
    }
  })()
  await answerStream({ stdin: Readable.from(input, { highWaterMark: 1 }), stdout }, by)
  expect(ahead).toBeGreaterThan(0)
  // One more is held by the input itself, and one by the reader.
  expect(ahead).toBeLessThanOrEqual(by.mostOpen + 2)
})

test('a thread gets the presets as they were read, and is not started where it could not know all heuristics', async () => {
  const own = { name: 'own', about: 'Own.', side: 'push', score: () => 1 } as const
  expect(startThreads('decide', { ...catalog, heuristics: [...catalog.heuristics, own] })).toEqual([])
  expect(structuredClone(catalog.presets)).toEqual(catalog.presets)
})
