import type * as z from 'zod'
import { isAction, isIrreversible } from '../engine/content-of.ts'
import { type OnTimeout, ReviewTerms } from '../model/checkpoint.ts'
import type { Surroundings } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import type { Gate } from '../model/gate.ts'
import type { PullId } from '../model/ids.ts'
import { problemsOf } from '../model/problems-of.ts'
import type { AnswerKind } from '../model/review.ts'
import type { Known } from './known-options.ts'
import { responseSchema } from './read-response.ts'

/** Who decides about what is held, how many of them, and until when. Everything may be left out. */
export interface ReviewOptions {
  readonly timeoutSeconds?: number
  readonly onTimeout?: OnTimeout
  readonly approvers?: readonly string[]
  readonly quorum?: number
  /** What is asked about can't be undone: the answer needs a fresh proof of presence, and no grant ever covers it. */
  readonly irreversible?: boolean
}

/** How a gate is asked and reviewed. Everything may be left out. */
export interface GateOptions<Kind extends AnswerKind = AnswerKind, Schema extends z.ZodType = z.ZodType>
  extends ReviewOptions {
  /** Names the question within its job: asked again after a crash, it is the same one, and nothing runs twice. */
  readonly key?: string
  /** An id of your own for the checkpoint. */
  readonly id?: string
  /** In your words; shown beside the content and no part of it. */
  readonly title?: string
  /** What a person may answer. `reject` is always among it. */
  readonly answers?: readonly Kind[]
  /** What `respond` has to bring. */
  readonly response?: Schema
  /** Environment, folder, target, commit, tree and deliverable, where they are part of what is approved. */
  readonly around?: Surroundings
  /** The pull request that the question is about, where it is about one. */
  readonly pull?: PullId
  /** Wait in process, or leave with the error `held`; asked again under the same key it is picked up where it was. */
  readonly onHold?: 'wait' | 'throw'
  /** Ends the waiting; the hold stays. */
  readonly signal?: AbortSignal
}

/** The names of those. */
export const REVIEW_OPTIONS: Known<ReviewOptions> = {
  timeoutSeconds: true,
  onTimeout: true,
  approvers: true,
  quorum: true,
  irreversible: true,
}

/** The names of all of them. */
export const GATE_OPTIONS: Known<GateOptions> = {
  ...REVIEW_OPTIONS,
  key: true,
  id: true,
  title: true,
  answers: true,
  response: true,
  around: true,
  pull: true,
  onHold: true,
  signal: true,
}

/** What people may answer where something would run, and where work only passes. */
export const FOR_ACTIONS: readonly AnswerKind[] = ['approve', 'edit', 'reject', 'comment']
export const FOR_WORK: readonly AnswerKind[] = ['approve', 'reject', 'comment']

/** The terms of review that the options mean for a gate. */
export function termsOf(options: GateOptions, gate: Gate): ReviewTerms {
  const input = {
    answers: options.answers ?? (isAction(gate) ? FOR_ACTIONS : FOR_WORK),
    response_schema: options.response === undefined ? undefined : responseSchema(options.response),
    timeout_seconds: options.timeoutSeconds,
    on_timeout: options.onTimeout,
    approvers: options.approvers,
    quorum: options.quorum,
    // An agent may say more of its action here, and never less than it says there.
    irreversible: options.irreversible === true || isIrreversible(gate),
  }
  const parsed = ReviewTerms.safeParse(input)
  if (parsed.success) return parsed.data
  throw new AppError('invalid_input', problemsOf(parsed.error, { input }))
}
