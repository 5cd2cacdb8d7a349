import { roundAt } from '../../engine/tables.ts'
import type { Anchor } from '../../model/anchor.ts'
import { AppError } from '../../model/errors.ts'
import { isOfRepository } from '../../model/of-repository.ts'
import type { Problem } from '../../model/problem.ts'
import type { Pull, Round } from '../../model/pull.ts'
import { mention } from '../../model/quote.ts'
import type { Draft } from '../../model/review-thread.ts'
import { fitsText } from '../../review/fits-text.ts'
import type { Context } from '../context.ts'

type Kept = Pick<Context, 'store' | 'workspaces'>

/**
 * Refuses threads on lines that are not there: the agent would take what they quote for its own code. What was written of an earlier round is
 * held against that. Where the files can't be reached nobody can tell, and whoever says no is heard all the same.
 */
export async function refuseUnfitAnchors(kept: Kept, pull: Pull, drafts: readonly Draft[]): Promise<void> {
  const problems = await new Anchors(kept, pull).problemsIn(drafts).catch((error: unknown) => {
    if (isOfRepository(error)) return []
    throw error
  })
  if (problems.length > 0) throw new AppError('invalid_input', problems)
}

/** Reads each round and each file once, however many threads are on it. */
class Anchors {
  readonly #kept: Kept
  readonly #pull: Pull
  readonly #rounds = new Map<number, Round | undefined>()
  readonly #texts = new Map<string, string | undefined>()

  constructor(kept: Kept, pull: Pull) {
    this.#kept = kept
    this.#pull = pull
  }

  async problemsIn(drafts: readonly Draft[]): Promise<readonly Problem[]> {
    const problems: Problem[] = []
    for (const [at, { id, anchor, round: number = this.#pull.round }] of drafts.entries()) {
      const round = anchor === null ? undefined : await this.#round(number)
      // That there is no such round yet is said when it is submitted.
      if (anchor === null || round === undefined) continue
      const text = await this.#text(anchor.side === 'old' ? round.base : round.tree, anchor.path)
      if (text !== undefined && fitsText(anchor, text)) continue
      const why = text === undefined ? 'there is no such file' : 'those are not its lines'
      const message = `Thread ${mention(id)} is about ${placeOf(anchor)}, and in round ${number} ${why}. Look at that round again and choose the lines there, or say it without lines; nothing of the review is sent.`
      problems.push({ code: 'invalid_value', message, path: `/threads/${at}/anchor` })
    }
    return problems
  }

  async #round(number: number): Promise<Round | undefined> {
    const { store } = this.#kept
    if (!this.#rounds.has(number)) {
      this.#rounds.set(number, (await store.get('rounds', roundAt(this.#pull.id, number)))?.row)
    }
    return this.#rounds.get(number)
  }

  async #text(commit: string, path: string): Promise<string | undefined> {
    const key = `${commit} ${path}`
    if (!this.#texts.has(key)) this.#texts.set(key, await this.#read(commit, path))
    return this.#texts.get(key)
  }

  async #read(commit: string, path: string): Promise<string | undefined> {
    const bytes = await this.#kept.workspaces.read(this.#pull.job, commit, path).catch((error: unknown) => {
      // What can't be a path names no file.
      if (error instanceof AppError && error.code === 'invalid_input') return undefined
      throw error
    })
    return bytes && DECODER.decode(bytes)
  }
}

/** Lines that are no text are told as they are shown. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })

function placeOf({ path, side, first, last }: Anchor): string {
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`
  return `${lines} of ${mention(path)}${side === 'old' ? ' before the change' : ''}`
}
