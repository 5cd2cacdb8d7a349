import { onTestFinished } from 'vitest'
import { type Ask, type Asked, ask } from '../engine/ask.ts'
import { seal } from '../engine/content-hash.ts'
import { contentOf } from '../engine/content-of.ts'
import { enrolPerson } from '../engine/enrol-person.ts'
import { expireCheckpoint } from '../engine/expire-checkpoint.ts'
import { Policies } from '../engine/policies.ts'
import type { EventType, Store, StoredEvent, Table, Tables } from '../engine/ports.ts'
import { type ReviewCheckpoint, type Reviewed, reviewCheckpoint } from '../engine/review-checkpoint.ts'
import { type Ports, runCommand } from '../engine/run-command.ts'
import { setSolo } from '../engine/set-solo.ts'
import { type SpendApproval, type Spent, spendApproval } from '../engine/spend-approval.ts'
import { type StartJob, startJob } from '../engine/start-job.ts'
import type { Verb } from '../engine/verb.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint, ReviewTermsInput } from '../model/checkpoint.ts'
import type { Content } from '../model/content.ts'
import type { Gate } from '../model/gate.ts'
import { AttemptId, CheckpointId, GrantId, JobId, LOCAL, PersonId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Role } from '../model/person.ts'
import type { Review } from '../model/review.ts'
import { MemoryStore } from '../store/memory.ts'
import { ADA, aCall, aPerson, aPolicy, NOON, ROB, SCOUT, terms } from './builders.ts'
import { catalog } from './catalog.ts'
import { wellFormed, wellRefused } from './well-formed.ts'

/** What a test may say of a new job; the rest is the usual. */
type StartGiven = Partial<Omit<StartJob, 'policy' | 'id' | 'parent'>> & {
  readonly id?: string
  readonly parent?: string
  /** As people write it. */
  readonly policy?: unknown
}

/** What a test may say of a question. */
type AskGiven = Partial<Omit<Ask, 'gate' | 'sealed' | 'terms' | 'job' | 'checkpoint' | 'claim'>> & {
  readonly tool?: string
  readonly args?: Record<string, unknown>
  readonly gate?: Gate
  readonly content?: Content
  readonly terms?: ReviewTermsInput
  readonly job?: string
  readonly checkpoint?: string
  readonly claim?: Partial<Ask['claim']>
}

type ReviewGiven = Partial<Pick<ReviewCheckpoint, 'by' | 'content_hash' | 'step_up' | 'batch'>>
type SpendGiven = Partial<Omit<SpendApproval, 'claim' | 'checkpoint'>> & { readonly claim?: Partial<Ask['claim']> }

const PEOPLE: readonly (readonly [string, Role])[] = [
  ['ada', 'admin'],
  ['rob', 'reviewer'],
  ['eve', 'reviewer'],
  ['vic', 'viewer'],
]

/** Opens an empty store that goes by this clock. */
export type OpenStore = (clock: () => Date) => Store | Promise<Store>

interface WorldOptions {
  /** Of the first job, as people write it. */
  readonly policy?: unknown
  readonly open?: OpenStore
  readonly solo?: boolean
}

/** A store with four people and one running job, `job-1`, in which time passes only when a test says so. */
export async function aWorld({ policy, open, solo = false }: WorldOptions = {}): Promise<World> {
  const world = await World.over(open)
  const join = ([name, role]: (typeof PEOPLE)[number]) =>
    world.run(enrolPerson, { by: ADA, person: aPerson({ id: PersonId.parse(name), role }), change: false })
  const [first, ...others] = PEOPLE
  if (first) await join(first)
  // All at once, because a store commits at once what comes at once.
  await Promise.all([
    ...others.map(join),
    world.start({ policy }),
    ...(solo ? [world.run(setSolo, { by: ADA, solo })] : []),
  ])
  return world
}

/** Says each verb with few words: what a test does not name is the usual. */
export class World {
  readonly store: Store
  readonly ports: Ports
  /** Shared by all worlds over the same store. */
  readonly #clock: { now: Date; count: number }

  private constructor(store: Store, clock: { now: Date; count: number }) {
    this.store = store
    this.ports = { store, policies: new Policies(catalog) }
    this.#clock = clock
  }

  /** A world in which nothing has happened yet; its store is closed when the test ends. */
  static async over(open: OpenStore = (clock) => new MemoryStore(clock)): Promise<World> {
    const clock = { now: NOON, count: 0 }
    const store = await open(() => clock.now)
    onTestFinished(() => store.close())
    return new World(store, clock)
  }

  /** The same world, seen through another store. */
  through(store: Store): World {
    return new World(store, this.#clock)
  }

  /** Lets time pass. */
  pass(seconds: number): void {
    this.#clock.now = new Date(this.#clock.now.getTime() + seconds * 1000)
  }

  /** A moment, some seconds from now. */
  at(seconds: number): string {
    return new Date(this.#clock.now.getTime() + seconds * 1000).toISOString()
  }

  run<Input, State, Result>(verb: Verb<Input, State, Result>, input: Input): Promise<Result> {
    return runCommand(this.ports, wellFormed(verb), input).catch(wellRefused)
  }

  start({ id = 'job-1', parent, policy, ...given }: StartGiven = {}): Promise<Job> {
    return this.run(startJob, {
      id: JobId.parse(id),
      tenant: LOCAL,
      agent: 'scout',
      title: 'Write to Bob',
      parent: parent === undefined ? null : JobId.parse(parent),
      policy: aPolicy(policy),
      program: null,
      input: null,
      by: SCOUT,
      key: null,
      call: null,
      ...given,
    })
  }

  question({ tool, args, gate = aCall(tool, args), content = contentOf(gate), ...given }: AskGiven = {}): Ask {
    const number = ++this.#clock.count
    return {
      tenant: LOCAL,
      by: SCOUT,
      title: 'Send the letter',
      key: null,
      call: null,
      ...given,
      gate,
      sealed: seal(content),
      job: JobId.parse(given.job ?? 'job-1'),
      checkpoint: CheckpointId.parse(given.checkpoint ?? `chk-${number}`),
      terms: terms(given.terms),
      claim: claim(number, given.claim),
    }
  }

  ask(given?: AskGiven): Promise<Asked> {
    return this.run(ask, this.question(given))
  }

  /** Asks what the policy holds, and gives the checkpoint. */
  async hold(given?: AskGiven): Promise<Checkpoint> {
    const asked = await this.ask(given)
    if (asked.status !== 'held') throw new Error(`It was not held but ${asked.status}.`)
    return asked.checkpoint
  }

  /** An answer to what is on the screen now. */
  async review(checkpoint: string, review: Review, given: ReviewGiven = {}): Promise<Reviewed> {
    const content_hash = given.content_hash ?? (await this.checkpoint(checkpoint)).content_hash
    return this.run(reviewCheckpoint, {
      checkpoint: CheckpointId.parse(checkpoint),
      by: ROB,
      review,
      step_up: null,
      batch: false,
      grant: GrantId.parse(`grant-${++this.#clock.count}`),
      ...given,
      content_hash,
    })
  }

  approve(checkpoint: string, given?: ReviewGiven): Promise<Reviewed> {
    return this.review(checkpoint, { answer: 'approve' }, given)
  }

  expire(checkpoint: string): Promise<boolean> {
    return this.run(expireCheckpoint, { checkpoint: CheckpointId.parse(checkpoint) })
  }

  /** Takes up an approval of something that runs. */
  async spend(checkpoint: string, given: SpendGiven = {}): Promise<Spent & { readonly attempt: Attempt }> {
    const { content, attempt } = await this.takeUp(checkpoint, given)
    if (attempt === null) throw new Error(`Nothing runs behind ${checkpoint}.`)
    return { content, attempt }
  }

  async takeUp(checkpoint: string, given: SpendGiven = {}): Promise<Spent> {
    const content_hash = given.content_hash ?? (await this.checkpoint(checkpoint)).content_hash
    return this.run(spendApproval, {
      tenant: LOCAL,
      by: SCOUT,
      call: null,
      ...given,
      checkpoint: CheckpointId.parse(checkpoint),
      content_hash,
      claim: claim(++this.#clock.count, given.claim),
    })
  }

  async row<Name extends Table>(table: Name, id: string): Promise<Tables[Name]> {
    const found = await this.store.get(table, id)
    if (found === undefined) throw new Error(`There is no row ${id} of ${table}.`)
    return found.row
  }

  checkpoint(id: string): Promise<Checkpoint> {
    return this.row('checkpoints', id)
  }

  job(id = 'job-1'): Promise<Job> {
    return this.row('jobs', id)
  }

  /** The log, or its entries of one kind. */
  events<Type extends EventType>(type?: Type): Promise<readonly Extract<StoredEvent, { readonly type: Type }>[]> {
    return this.store.events({ type, limit: 1000 }) as Promise<readonly Extract<StoredEvent, { readonly type: Type }>[]>
  }
}

function claim(number: number, given: Partial<Ask['claim']> = {}): Ask['claim'] {
  return {
    attempt: AttemptId.parse(`att-${number}`),
    session: 'session-1',
    idempotent: false,
    recorded: true,
    ...given,
  }
}

/** What something led to in one word: its status, or the code of its error. */
export function wordFor(said: Promise<{ readonly status: string }>): Promise<string> {
  return said.then(
    ({ status }) => status,
    (error) => error.code,
  )
}
