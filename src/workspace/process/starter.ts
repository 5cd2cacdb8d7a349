import { type ChildProcess, fork } from 'node:child_process'
import { extname } from 'node:path'
import { FarChild } from './far-child.ts'
import type { Running, ToStart } from './running.ts'
import { startHere } from './start-here.ts'
import type { FromStarter, ToStarter } from './starter-messages.ts'

/**
 * Has programs started by a small process of its own. Whoever starts a program is copied first, page table by page table,
 * and stands still meanwhile: a server of some hundred megabytes waits longer for that than git works.
 */
export class Starter {
  readonly #running = new Map<number, FarChild>()
  readonly #kept = new Set<number>()
  #process: ChildProcess | undefined
  readonly #program: URL
  #isReady = false
  #isUnusable = false
  #last = 0

  // As it is, or as it is built.
  constructor(program = new URL(`./starter-program${extname(import.meta.url)}`, import.meta.url)) {
    this.#program = program
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Starts a program. Until there is a starter, and where there can be none, that is done from here. */
  start(toStart: ToStart): Running {
    this.#open()
    const starter = this.#process
    if (starter === undefined || !this.#isReady) return startHere(toStart)
    const id = ++this.#last
    // One that has gone tells so itself, and its programs with it.
    const ask = (asked: ToStarter) => starter.connected && starter.send(asked, () => undefined)
    const child = new FarChild({
      ask: (asked) => ask({ ...asked, id }),
      keep: (isKept) => this.#keep(id, isKept),
    })
    this.#running.set(id, child)
    child.onClose(() => this.#running.delete(id))
    ask({ id, start: toStart })
    return child
  }

  #open(): void {
    if (this.#process !== undefined || this.#isUnusable) return
    const starter = fork(this.#program, {
      cwd: '/',
      // Keys in the terminal end us as we choose, and it when we have ended.
      detached: true,
      env: {},
      // Small also once it has carried much: what it carries is thrown away at once.
      execArgv: ['--max-semi-space-size=1'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const lose = () => {
      if (this.#process !== starter) return
      this.#process = undefined
      // One that never came would not come the next time either: its program is not there, or nobody may start it.
      this.#isUnusable = !this.#isReady
      this.#isReady = false
      for (const child of [...this.#running.values()]) child.lose()
    }
    starter.on('error', lose)
    starter.on('disconnect', lose)
    starter.on('message', (told: FromStarter) => {
      if (told === 'ready') this.#isReady = true
      else this.#running.get(told.id)?.hear(told)
    })
    this.#process = starter
    this.#letGo()
  }

  #keep(id: number, isKept: boolean): void {
    if (isKept) this.#kept.add(id)
    else this.#kept.delete(id)
    this.#letGo()
  }

  /** Our own process may end while nothing is kept alive. */
  #letGo(): void {
    const how = this.#kept.size > 0 ? 'ref' : 'unref'
    this.#process?.[how]()
    this.#process?.channel?.[how]()
  }
}
