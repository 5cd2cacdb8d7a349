import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import type { ToStart } from './running.ts'
import { spawnGroup, stopGroup } from './start-here.ts'
import { type FromStarter, MAX_SAID, type ToStarter, WINDOW } from './starter-messages.ts'

/**
 * The starter: a process that only starts others for the one that it belongs to. It imports next to nothing, because being
 * small is all that it is for. It ends with the process that it belongs to; what it started then meets the end of its input.
 */
const started = new Map<number, Started>()

function tell(message: FromStarter): void {
  if (process.connected) process.send?.(message)
}

/** One process, its input as it comes and its output as it is read. */
class Started {
  readonly #id: number
  readonly #child: ChildProcessWithoutNullStreams
  #underWay = 0
  #said = 0

  constructor(id: number, child: ChildProcessWithoutNullStreams) {
    this.#id = id
    this.#child = child
    child.stdout.on('data', (out: Buffer) => {
      this.#underWay += out.length
      if (this.#underWay > WINDOW) child.stdout.pause()
      tell({ id, out })
    })
    child.stderr.on('data', (err: Buffer) => {
      const rest = err.subarray(0, MAX_SAID - this.#said)
      this.#said += rest.length
      if (rest.length > 0) tell({ id, err: rest })
    })
    child.on('exit', () => tell({ id, exited: true }))
    child.on('error', ({ message }) => tell({ id, failed: message }))
    child.on('close', (code, signal) => {
      started.delete(id)
      tell({ id, closed: [code, signal] })
    })
  }

  write(bytes: Uint8Array): void {
    this.#child.stdin.write(bytes, (error) => tell({ id: this.#id, taken: error === null || error === undefined }))
  }

  end(): void {
    this.#child.stdin.end()
  }

  read(bytes: number): void {
    this.#underWay -= bytes
    if (this.#underWay <= WINDOW) this.#child.stdout.resume()
  }

  stop(): void {
    stopGroup(this.#child)
  }
}

function start(id: number, toStart: ToStart): void {
  try {
    started.set(id, new Started(id, spawnGroup(toStart)))
  } catch (error) {
    tell({ id, failed: String(error) })
    tell({ id, closed: [null, null] })
  }
}

process.on('message', (asked: ToStarter) => {
  if ('start' in asked) return start(asked.id, asked.start)
  const one = started.get(asked.id)
  if (one === undefined) return
  if ('write' in asked) one.write(asked.write)
  else if ('end' in asked) one.end()
  else if ('read' in asked) one.read(asked.read)
  else one.stop()
})
process.on('disconnect', () => process.exit())
tell('ready')
