import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint, CheckpointOrder } from '../model/checkpoint.ts'
import type { CheckpointStatus } from '../model/checkpoint-status.ts'
import type { Grant } from '../model/grant.ts'
import type { AttemptId, CheckpointId, GrantId, JobId, PersonId, TenantId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { JobStatus } from '../model/job-status.ts'
import type { KillSwitch } from '../model/kill-switch.ts'
import type { Person, Role } from '../model/person.ts'
import type { Presence } from '../model/presence.ts'
import type { Review } from '../model/review.ts'

import type { DocumentDesk } from './document-desk.ts'
import type { Page, PageQuery } from './page.ts'
import type { PullDesk } from './pull-desk.ts'

export type { Cursor, Page, PageQuery } from './page.ts'

/** A person without anything that proves who they are. */
export type ShownPerson = Omit<Person, 'token_hash' | 'passphrase_hash'> & { readonly has_passphrase: boolean }

/** Which checkpoints are wanted: what waits, unless other statuses are named. */
export interface CheckpointQuery extends PageQuery {
  readonly statuses?: readonly CheckpointStatus[] | undefined
  /** Of this job and of everything that works for it. */
  readonly job?: JobId | undefined
  readonly agent?: string | undefined
  /** Only what waits is listed by anything but its age, and of a job everything is listed by that. */
  readonly by?: CheckpointOrder | undefined
}

/** A held gate with the jobs it belongs to, the root first. */
export interface CheckpointView {
  readonly checkpoint: Checkpoint
  readonly line: readonly Job[]
  /** Who may approve it at this moment: not who has a part in it, where duties are separated. */
  readonly approvers: readonly PersonId[]
  /** Whose approval of what stands there counts at this moment; of what is over, who had approved it. */
  readonly approved_by: readonly PersonId[]
  /** What would let it pass without a looser policy, in a sentence; null where nothing would. */
  readonly advice: string | null
  /** Whether somebody takes the answer up; null where there is nothing to take up any more. */
  readonly presence: Presence | null
}

/** An answer, bound to exactly what was looked at. */
export interface Answer {
  readonly checkpoint: CheckpointId
  readonly content_hash: string
  readonly review: Review
  /** One of many given at once; it leaves no grant behind. */
  readonly batch?: boolean | undefined
  /** Proves presence where an action can't be undone. */
  readonly passphrase?: string | undefined
}

/** The checkpoint after an answer. */
export interface Answered {
  readonly status: CheckpointStatus
  readonly revision: number
  /** How many approvals are still missing. */
  readonly missing: number
  readonly grant: GrantId | null
  /** Whether somebody was there to take it up. */
  readonly presence: Presence
}

/** A job with what surrounds it. */
export interface JobView {
  readonly job: Job
  /** Its ancestors, the root first. */
  readonly ancestors: readonly Job[]
  /** Everything that works for it, parents before children. */
  readonly descendants: readonly Job[]
  /** What waits in it and below it. */
  readonly holds: readonly Checkpoint[]
  /** Actions of which nobody knows whether they ran. */
  readonly in_doubt: readonly Attempt[]
  /** What holds at this moment, its ancestors included. */
  readonly effective_policy: string
  /** Why nothing of it may run now; null when nothing is in the way. */
  readonly halted: string | null
  /** There is more around it than one look shows. */
  readonly more: boolean
  /** Whether a process is there that goes on with it; null where it has ended. */
  readonly presence: Presence | null
}

/** A job in a list. */
export interface ListedJob extends Job {
  readonly presence: Presence | null
}

/** What became of an action in doubt, as a person found out. */
export interface Became {
  readonly status: 'succeeded' | 'failed'
  readonly reason: string
  /** What the agent is given as its result; without it there is none. */
  readonly value?: unknown
}

/** One entry of the log, as people read it. */
export interface LogEvent {
  readonly seq: number
  readonly tenant: string
  readonly actor: Actor
  readonly job: string | null
  readonly checkpoint: string | null
  readonly at: string
  readonly type: string
  readonly data: unknown
}

/** Which part of the log is wanted, oldest first. */
export interface LogQuery {
  readonly job?: string | undefined
  readonly checkpoint?: string | undefined
  readonly type?: string | undefined
  readonly after?: number | undefined
  readonly limit?: number | undefined
}

/** What a kill switch halts. */
export type Halt =
  | { readonly of: 'all' }
  | { readonly of: 'agent'; readonly agent: string }
  | { readonly of: 'tenant'; readonly tenant: string }

/** A newcomer, as an administrator lets them in. */
export interface Newcomer {
  readonly id: PersonId
  readonly role: Role
  readonly tenants: '*' | readonly TenantId[]
}

/** A checkpoint in a list: with who may approve it at this moment, as seen by whoever asks; null where it is over. */
export interface ListedCheckpoint extends Checkpoint {
  readonly may_approve: 'you' | 'others' | 'nobody' | null
  /** Whose approval counts at this moment. */
  readonly approved_by: readonly PersonId[]
}

/** A person's side of Leeway: everything that a person sees, decides and sets up. The same over files and over HTTP. */
export interface Desk {
  /** The time that judges every deadline, whatever the clock of this machine says. */
  now(): Date
  /** Who sits here, as they stand now. */
  me(): Promise<ShownPerson>

  checkpoints(query?: CheckpointQuery): Promise<Page<ListedCheckpoint>>
  checkpoint(id: CheckpointId): Promise<CheckpointView>
  answer(answer: Answer): Promise<Answered>

  /** Pull requests, and the reviews of them. */
  readonly pulls: PullDesk

  /** What people gave jobs to read. */
  readonly documents: DocumentDesk

  grants(query?: PageQuery): Promise<Page<Grant>>
  revokeGrant(id: GrantId): Promise<void>

  /** How many processes of agents have the store open at this moment. */
  sessions(): Promise<number>
  jobs(query?: PageQuery & { readonly statuses?: readonly JobStatus[] | undefined }): Promise<Page<ListedJob>>
  job(id: JobId): Promise<JobView>
  cancel(job: JobId, reason: string): Promise<void>
  resume(job: JobId, reason: string): Promise<void>
  /** Actions of which nobody knows whether they ran. */
  inDoubt(query?: PageQuery): Promise<Page<Attempt>>
  settle(attempt: AttemptId, became: Became): Promise<void>

  killSwitch(): Promise<KillSwitch>
  setKillSwitch(halt: Halt, on: boolean, reason: string): Promise<void>

  people(query?: PageQuery): Promise<Page<ShownPerson>>
  /** Lets somebody in, and gives the token to hand over; it holds until it is exchanged. */
  addPerson(newcomer: Newcomer): Promise<string>
  /** Another such token for somebody who lost theirs, or was let go and comes back; the old one is worth nothing from now on. */
  renewToken(person: PersonId): Promise<string>
  revokePerson(person: PersonId): Promise<void>
  /** Whoever has one already gives the old one too. */
  setPassphrase(passphrase: string, old?: string): Promise<void>
  isSolo(): Promise<boolean>
  setSolo(solo: boolean): Promise<void>

  events(query?: LogQuery): Promise<readonly LogEvent[]>

  /** Calls back after something has changed. Gives the way to stop. */
  watch(changed: () => void): () => void
  close(): Promise<void>
}
