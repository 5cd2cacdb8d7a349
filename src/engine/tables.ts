import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Documents } from '../model/document.ts'
import type { Grant } from '../model/grant.ts'
import type { AttemptId, CheckpointId } from '../model/ids.ts'
import type { Job, Resumed } from '../model/job.ts'
import type { KillSwitch } from '../model/kill-switch.ts'
import type { Passkeys } from '../model/passkey.ts'
import type { Person } from '../model/person.ts'
import type { Pull, Round } from '../model/pull.ts'
import type { Refusal } from '../model/refusal.ts'
import type { Draft, Marks, ReviewThread } from '../model/review-thread.ts'
import type { Token } from '../model/token.ts'
import type { UnsentReview } from '../model/unsent-review.ts'
import type { Policy } from '../policy/policy.ts'

/** The first answer to a write under an idempotency key, for whoever asks again. */
export interface KeptAnswer {
  /** Hash of the whole request: the same key with another body is an error. */
  readonly request: string
  readonly result: unknown
  /** Since when; it is not kept for ever. */
  readonly at: string
}

/** What a key of a job stands for: a key is used for one question, whatever that comes to. */
export interface KeyUse {
  readonly checkpoint: CheckpointId | null
  /** Set where nobody had to look; otherwise the checkpoint knows its attempt. */
  readonly attempt: AttemptId | null
  /** There where it passed because a person had resumed the job: whoever got no answer asks again, and passes as before. */
  readonly resumed?: Resumed
}

/** What an administrator has set for the whole folder. */
export interface Settings {
  /** Somebody works alone and said so: no separation of duties, no proof of presence. */
  readonly solo: boolean
}

/** What one person has written about a pull request and not submitted yet. */
export interface Drafts {
  readonly drafts: readonly Draft[]
  /** What they have begun beside those; absent where they have begun nothing of it. */
  readonly unsent?: UnsentReview
}

/** The state rows, by table. All of them follow from the events. */
export interface Tables {
  readonly jobs: Job
  readonly policies: Policy
  readonly checkpoints: Checkpoint
  readonly attempts: Attempt
  readonly keys: KeyUse
  readonly grants: Grant
  readonly refusals: Refusal
  readonly switches: KillSwitch
  readonly people: Person
  readonly tokens: Token
  readonly passkeys: Passkeys
  readonly settings: Settings
  readonly pulls: Pull
  readonly rounds: Round
  readonly review_threads: ReviewThread
  readonly drafts: Drafts
  readonly marks: Marks
  /** By job. */
  readonly documents: Documents
  readonly kept_answers: KeptAnswer
}
export type Table = keyof Tables

/** A value that a table can be searched by. */
export type Searchable = string | number | null

/** How a table is searched: columns taken out of each row, and the indexes over them. Without an index there is no query. */
export interface TableSpec<Row> {
  readonly columns: Readonly<Record<string, (row: Row) => Searchable>>
  /** The last column orders the rows, the id breaks ties; those before it are given. `unique` ones name at most one row. */
  readonly indexes: Readonly<Record<string, { readonly columns: readonly string[]; readonly unique?: true }>>
  /** Large objects that seldom change: a store keeps them apart, so that a small change does not write them again. */
  readonly seldom?: readonly (keyof Row & string)[]
}

/** Every table with its indexes. A row with null in the first column of an index is not in that index. */
export const TABLES = {
  jobs: {
    columns: {
      tenant: (job) => job.tenant,
      key_of_tenant: (job) => (job.key === null ? null : `${job.tenant}/${job.key}`),
      parent: (job) => job.path.at(-1) ?? null,
      status: (job) => job.status,
      started_at: (job) => job.started_at,
    },
    indexes: {
      by_key: { columns: ['key_of_tenant'], unique: true },
      children: { columns: ['parent', 'started_at'] },
      by_tenant: { columns: ['tenant', 'started_at'] },
      by_status: { columns: ['tenant', 'status', 'started_at'] },
    },
  },
  policies: { columns: {}, indexes: {} },
  checkpoints: {
    columns: {
      tenant: (checkpoint) => checkpoint.tenant,
      root: (checkpoint) => checkpoint.path[0] ?? checkpoint.job,
      /** A job knows what it holds itself; its root has to find what is held further down. */
      held_below: (checkpoint) => (checkpoint.status === 'pending' ? (checkpoint.path[0] ?? null) : null),
      status: (checkpoint) => checkpoint.status,
      opened_at: (checkpoint) => checkpoint.opened_at,
      /** Only what still waits can fall due. */
      due: (checkpoint) => (checkpoint.status === 'pending' && checkpoint.deadline !== null ? 'due' : null),
      deadline: (checkpoint) => checkpoint.deadline,
      held: (checkpoint) => (checkpoint.status === 'pending' ? 'held' : null),
      /** One agent's many questions must not stand before those of the others. */
      held_by: (checkpoint) => (checkpoint.status === 'pending' ? holderAt(checkpoint.tenant, checkpoint.agent) : null),
    },
    indexes: {
      by_root: { columns: ['root', 'opened_at'] },
      held_below: { columns: ['held_below', 'opened_at'] },
      by_status: { columns: ['tenant', 'status', 'opened_at'] },
      due: { columns: ['due', 'deadline'] },
      by_agent: { columns: ['held_by', 'opened_at'] },
      holders: { columns: ['held', 'held_by'] },
    },
    seldom: ['gate', 'content', 'decision', 'terms'],
  },
  attempts: {
    columns: {
      tenant: (attempt) => attempt.tenant,
      status: (attempt) => attempt.status,
      /** Only what nobody knows the end of. */
      doubtful_job: (attempt) => (attempt.status === 'in_doubt' ? attempt.job : null),
      /** Only what is unfinished belongs to a session. */
      session: (attempt) => (attempt.status === 'claimed' ? attempt.session : null),
      claimed_at: (attempt) => attempt.claimed_at,
    },
    indexes: {
      by_status: { columns: ['tenant', 'status', 'claimed_at'] },
      in_doubt: { columns: ['doubtful_job', 'claimed_at'] },
      by_session: { columns: ['session', 'claimed_at'] },
    },
  },
  keys: { columns: {}, indexes: {} },
  grants: {
    columns: {
      tenant: (grant) => grant.tenant,
      call: (grant) => (grant.revoked_at === null ? `${grant.tenant}/${grant.agent}/${grant.fingerprint}` : null),
      minted_at: (grant) => grant.minted_at,
    },
    indexes: {
      by_call: { columns: ['call', 'minted_at'] },
      by_tenant: { columns: ['tenant', 'minted_at'] },
    },
  },
  refusals: {
    columns: { tenant: (refusal) => refusal.tenant, refused_at: (refusal) => refusal.refused_at },
    indexes: { by_tenant: { columns: ['tenant', 'refused_at'] } },
  },
  switches: { columns: {}, indexes: {} },
  people: {
    columns: {
      listed: () => 'listed',
      enrolled_at: (person) => person.enrolled_at,
      token_hash: (person) => (person.revoked_at === null ? person.token_hash : null),
    },
    indexes: {
      by_token: { columns: ['token_hash'], unique: true },
      all: { columns: ['listed', 'enrolled_at'] },
    },
  },
  tokens: {
    columns: {
      listed: () => 'listed',
      issued_at: (token) => token.issued_at,
      hash: (token) => (token.revoked_at === null ? token.hash : null),
    },
    indexes: {
      by_hash: { columns: ['hash'], unique: true },
      all: { columns: ['listed', 'issued_at'] },
    },
  },
  /** By person. */
  passkeys: {
    columns: { listed: () => 'listed', person: (passkeys) => passkeys.person },
    indexes: { all: { columns: ['listed', 'person'] } },
  },
  settings: { columns: {}, indexes: {} },
  pulls: {
    columns: {
      job: (pull) => pull.job,
      /** What nobody is offered is not listed. */
      offered: (pull) => (pull.offered ? pull.tenant : null),
      status: (pull) => pull.status,
      opened_at: (pull) => pull.opened_at,
      listed: () => 'listed',
      /** Git was told to do something, and nobody has said yet how that went. */
      unsettled: ({ status, landing, merge }) =>
        status === 'open' && (landing !== null || merge !== null) ? 'unsettled' : null,
    },
    indexes: {
      by_job: { columns: ['job', 'opened_at'] },
      all: { columns: ['listed', 'opened_at'] },
      unsettled: { columns: ['unsettled', 'opened_at'] },
      by_status: { columns: ['offered', 'status', 'opened_at'] },
    },
  },
  rounds: {
    columns: { pull: (round) => round.pull, round: (round) => round.number },
    indexes: { by_pull: { columns: ['pull', 'round'] } },
  },
  review_threads: {
    columns: { pull: (thread) => thread.pull, opened_at: (thread) => thread.opened_at },
    indexes: { by_pull: { columns: ['pull', 'opened_at'] } },
  },
  drafts: { columns: {}, indexes: {} },
  marks: {
    columns: { pull: (marks) => marks.pull, reviewed: (marks) => marks.reviewed },
    indexes: { by_pull: { columns: ['pull', 'reviewed'] } },
  },
  documents: {
    columns: { listed: () => 'listed', job: (documents) => documents.job },
    indexes: { all: { columns: ['listed', 'job'] } },
  },
  kept_answers: { columns: {}, indexes: {} },
} as const satisfies { readonly [Name in Table]: TableSpec<Tables[Name]> }

/** Where what an agent has open stands; no tenant has a slash in its name. */
export function holderAt(tenant: string, agent: string): string {
  return `${tenant}/${agent}`
}

/** Where a key of a job stands. */
export function keyAt(job: string, key: string): string {
  return `${job}/${key}`
}

/** Where a round of a pull request stands. */
export function roundAt(pull: string, number: number): string {
  return `${pull}#${number}`
}

/** Where a person's own drafts and marks of a pull request stand. */
export function ownAt(pull: string, person: string): string {
  return `${pull}/${person}`
}

/** Whose drafts or marks stand there. */
export function ownerOf(pull: string, at: string): string {
  return at.slice(ownAt(pull, '').length)
}

/**
 * A row without the fields that a store keeps apart; of most tables that is the whole row. Whoever changes none of them need not
 * read them, and may write what is left.
 */
export type Brief<Name extends Table> = (typeof TABLES)[Name] extends { readonly seldom: readonly (infer Field)[] }
  ? Omit<Tables[Name], Field & string>
  : Tables[Name]

export type IndexOf<Name extends Table> = keyof (typeof TABLES)[Name]['indexes'] & string
