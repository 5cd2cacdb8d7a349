// The program of a thread: gets blocks, answers each, and gives the bytes back without copying them.
import { parentPort, workerData } from 'node:worker_threads'
import { BUILT_IN_HEURISTICS } from '../frames/heuristics.ts'
import type { Catalog } from '../policy/catalog.ts'
import { type Answers, answerBlock } from './answer-block.ts'
import { type LineCommand, openAnswerer } from './line-answers.ts'

/** What a thread is told when it starts. */
export interface ThreadStart {
  readonly command: LineCommand
  readonly presets: Catalog['presets']
}

/** What a thread says: that it is ready, and then the answers to one block after the other. */
export type ThreadSays = 'ready' | Answers

const { command, presets } = workerData as ThreadStart
void openAnswerer(command, { presets, heuristics: BUILT_IN_HEURISTICS }).then((answerer) => {
  parentPort?.on(
    'message',
    ({ bytes, afterTooLarge }: { readonly bytes: Uint8Array; readonly afterTooLarge: boolean }) => {
      const answers = answerBlock({ bytes: Buffer.from(bytes.buffer), afterTooLarge }, answerer)
      say(answers, [answers.bytes.buffer])
    },
  )
  say('ready')
})

function say(said: ThreadSays, given: ArrayBuffer[] = []): void {
  parentPort?.postMessage(said, given)
}
