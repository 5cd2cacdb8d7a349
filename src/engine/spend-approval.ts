import type { Actor } from '../model/actor.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import type { Content } from '../model/content.ts'
import { AppError } from '../model/errors.ts'
import type { CheckpointId, TenantId } from '../model/ids.ts'
import { letsPass, letsRun } from '../model/lets-pass.ts'
import { contentHash } from './content-hash.ts'
import { gateAbout } from './content-of.ts'
import { decideToKeep } from './decide-to-keep.ts'
import type { Call } from './event.ts'
import { eventMaker } from './event-maker.ts'
import { type JobState, loadJob, noSuch } from './job-state.ts'
import { type Claim, newAttempt } from './new-attempt.ts'
import { refuseTakingUp } from './refuse-taking-up.ts'
import type { Refused, Verb } from './verb.ts'

/** The agent takes up an approval, before it acts or goes on. */
export interface SpendApproval {
  readonly tenant: TenantId
  readonly checkpoint: CheckpointId
  readonly by: Actor
  /** Hash of what is about to run. */
  readonly content_hash: string
  readonly claim: Claim
  readonly call: Call | null
}

interface State {
  readonly checkpoint: Checkpoint
  readonly job: JobState
  /** An attempt that has the id already. */
  readonly taken: Attempt | undefined
}

/** What is to run now, once; no attempt where work only goes on. */
export interface Spent {
  readonly content: Content
  readonly attempt: Attempt | null
}

export const spendApproval: Verb<SpendApproval, State, Spent> = {
  load: async (read, { checkpoint: id, claim }, policies) => {
    const checkpoint = await read.get('checkpoints', id)
    if (checkpoint === undefined) throw noSuch('checkpoint', id)
    const taken = await read.get('attempts', claim.attempt)
    return { checkpoint, taken, job: await loadJob(read, checkpoint.job, policies) }
  },
  decide: ({ checkpoint, job, taken }, input, now) => {
    refuseUnspendable(checkpoint, job, input)
    if (checkpoint.passed) return { events: [], effects: [], result: { content: checkpoint.content, attempt: null } }
    if (taken) throw new AppError('id_taken', [], { message: `There is an attempt ${taken.id} already.` })
    // Decided again, because the policy may have become stricter since: a deny voids the approval, an ask is met by it.
    const decision = decideToKeep(job.policy, gateAbout(checkpoint.gate, checkpoint.content))
    const { tenant, by, claim, call, content_hash } = input
    const event = eventMaker({ tenant, actor: by, now, job: checkpoint.job, checkpoint: checkpoint.id })
    if (decision.verdict === 'deny' || decision.verdict === 'stop') {
      const spent = { content_hash, attempt: null, decision, voided: true, call }
      return voided([event('approval_spent', spent)], decision.reason)
    }
    if (!letsRun(checkpoint)) {
      const passed = event('approval_spent', {
        content_hash,
        attempt: null,
        decision,
        voided: false,
        call,
        passed: true,
      })
      return { events: [passed], effects: [], result: { content: checkpoint.content, attempt: null } }
    }
    const { content, content_hash: hash, revision } = checkpoint
    const permit = { by: 'checkpoint', checkpoint: checkpoint.id, revision } as const
    const key = checkpoint.key ?? checkpoint.id
    const attempt = newAttempt({ job: job.job, key, sealed: { content, hash }, claim, permit, now })
    return {
      events: [
        event('approval_spent', { content_hash, attempt: attempt.id, decision, voided: false, call }),
        event('attempt_claimed', { attempt }),
      ],
      effects: [],
      result: { content, attempt },
    }
  },
}

function refuseUnspendable(checkpoint: Checkpoint, job: JobState, { tenant, content_hash }: SpendApproval): void {
  const { id } = checkpoint
  if (checkpoint.tenant !== tenant) throw noSuch('checkpoint', id)
  if (!letsRun(checkpoint) && !letsPass(checkpoint)) {
    const what = checkpoint.pull === undefined ? checkpoint.status : 'taken up by the merge of its pull request'
    throw new AppError('not_approved', [], { message: `Checkpoint ${id} is ${what}.` })
  }
  // The stored hash is what people approved; the content beside it has to be the same bytes still.
  if (content_hash !== checkpoint.content_hash || contentHash(checkpoint.content) !== checkpoint.content_hash) {
    throw new AppError('stale_content', [], { message: `What was approved as ${id} is not what is about to run.` })
  }
  refuseTakingUp(checkpoint, job)
}

function voided(events: Refused['events'], message: string): Refused {
  return { events, effects: [], error: new AppError('approval_voided', [], { message }) }
}
