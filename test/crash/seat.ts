import type { Fatal } from './orders.ts'
import { Spawned } from './spawned.ts'
import type { Told } from './told.ts'

/** What a reviewer's process did in one folder. */
export interface Sitting {
  readonly told: readonly Told[]
  readonly killed: boolean
}

/** The place of the reviewer: one process serves folder after folder, and another takes over when it is ended. */
export class Seat {
  readonly #program: string
  #reviewer: Spawned | undefined
  #root: string | undefined
  #told: Told[] = []
  #killed = false
  #ready: Promise<void> = Promise.resolve()

  constructor(program: string) {
    this.#program = program
  }

  /** Begins to review a folder. Gives the process that does it. */
  async take(root: string, fatal: Fatal | null): Promise<Spawned> {
    this.#root = root
    this.#told = []
    this.#killed = false
    const reviewer = this.#sit()
    this.#ready = begin(reviewer, root, fatal)
    await this.#ready
    return reviewer
  }

  /** Lets go of the folder. */
  async leave(): Promise<Sitting> {
    this.#root = undefined
    await this.#ready
    const reviewer = this.#reviewer
    if (reviewer !== undefined) {
      const stopped = reviewer.hears('stopped')
      reviewer.order({ stop: true })
      if (!(await stopped)) await this.#mourn(reviewer)
      this.#told.push(...reviewer.told.splice(0))
    }
    return { told: this.#told, killed: this.#killed }
  }

  async close(): Promise<void> {
    await this.#reviewer?.dismiss()
  }

  #sit(): Spawned {
    if (this.#reviewer !== undefined) return this.#reviewer
    const reviewer = Spawned.reviewer(this.#program)
    this.#reviewer = reviewer
    void this.#mourn(reviewer)
    return reviewer
  }

  /** Keeps what it told, and puts another in its place while the folder is open. */
  async #mourn(reviewer: Spawned): Promise<void> {
    const end = await reviewer.ended
    if (this.#reviewer !== reviewer) return
    this.#reviewer = undefined
    this.#told.push(...reviewer.told.splice(0))
    this.#killed = end === 'killed'
    if (typeof end === 'object') throw new Error(`The reviewer failed: ${end.failed}`)
    if (this.#root !== undefined) this.#ready = begin(this.#sit(), this.#root, null)
  }
}

async function begin(reviewer: Spawned, root: string, fatal: Fatal | null): Promise<void> {
  const begun = reviewer.hears('begun')
  reviewer.order({ review: root, fatal })
  await begun
}
