import type * as z from 'zod'
import type { GateInput } from '../model/gate.ts'
import type { AnswerKind } from '../model/review.ts'
import { standingKey } from '../model/standing-key.ts'
import type { GateOptions } from './gate-options.ts'
import type { DefaultAnswers, GatedJob, RunOptions } from './gated-job.ts'
import { ownCopy } from './own-copy.ts'
import { ownOptions } from './own-options.ts'
import type { Passage } from './passage.ts'
import { standingJob } from './standing-job.ts'

/** What every job of an agent has. */
interface OwnOptions {
  readonly agent: string
  readonly key?: string
}

/** The agent's side of Leeway, wherever what is held is kept: on the files, or behind a server. */
export abstract class AgentSide<Options extends OwnOptions, Job extends GatedJob> {
  /** What a job gets that does not say otherwise. */
  protected readonly own: Options
  #job: Promise<Job> | undefined

  constructor(own: Options) {
    this.own = own
  }

  /** Starts a job, or finds the one that was started under the same key. */
  abstract job(options?: Partial<Options>): Promise<Job>

  /** Lets go. What is held stays held. */
  abstract close(): Promise<void>

  /** Asks for the one job of an agent that needs no more than one. */
  async gate<const Kind extends AnswerKind = DefaultAnswers, Schema extends z.ZodType = z.ZodType>(
    gate: GateInput,
    options: GateOptions<Kind, Schema> = {},
  ): Promise<Passage<Kind, Schema>> {
    const [asked, about] = [ownCopy(gate), ownOptions(options)]
    return (await this.#mine()).gate(asked, about)
  }

  /** Gates a function of the one job: every call is asked about, claimed, run once and recorded. */
  guard<Given extends object, Result>(
    tool: string,
    action: (args: Given, about: { readonly key: string }) => Promise<Result> | Result,
    options: Omit<RunOptions, 'key' | 'id'> = {},
  ): (args: Given, own?: RunOptions) => Promise<Result> {
    const always = ownOptions(options)
    return async (args, own = {}) => {
      // Its own job may have to be begun first, and the caller goes on meanwhile.
      const [asked, about] = [ownCopy(args), ownOptions(own)]
      return (await this.#mine()).guard(tool, action, always)(asked, about)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  /** The one job of this agent: the same one whenever the agent comes back. Work that ends is a job of its own. */
  #mine(): Promise<Job> {
    this.#job ??= this.#find().catch((error: unknown) => {
      this.#job = undefined
      throw error
    })
    return this.#job
  }

  /** A key that somebody chose names one piece of work: where that has ended, so has the work. */
  #find(): Promise<Job> {
    const { key } = this.own
    return key === undefined ? this.#standing() : this.job({ key } as Partial<Options>)
  }

  #standing(): Promise<Job> {
    const begin = (generation: number) => this.job({ key: standingKey(this.own.agent, generation) } as Partial<Options>)
    return standingJob(begin, (job) => job.read())
  }
}
