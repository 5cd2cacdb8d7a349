import { withIssues } from '../../config/gate-in.ts'
import { answerRemarks } from '../../engine/answer-remarks.ts'
import { type Asked, ask } from '../../engine/ask.ts'
import { seal } from '../../engine/content-hash.ts'
import { contentOf, isAction, isIrreversible } from '../../engine/content-of.ts'
import { doubtAttempt } from '../../engine/doubt-attempt.ts'
import { recordAttempt } from '../../engine/record-attempt.ts'
import { retakeAttempt } from '../../engine/retake-attempt.ts'
import { reviseCheckpoint } from '../../engine/revise-checkpoint.ts'
import { runCommand } from '../../engine/run-command.ts'
import { spendApproval } from '../../engine/spend-approval.ts'
import { withdrawCheckpoint } from '../../engine/withdraw-checkpoint.ts'
import type { Attempt } from '../../model/attempt.ts'
import { ReviewTerms } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import { inDoubt } from '../../model/in-doubt.ts'
import { chosenId } from '../../sdk/chosen-id.ts'
import { FOR_ACTIONS, FOR_WORK } from '../../sdk/gate-options.ts'
import { newId } from '../../sdk/new-id.ts'
import { isDead } from '../../sdk/session.ts'
import { ownAttempt, ownJob } from '../access/own-work.ts'
import type { ProgramPrincipal } from '../access/principal.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { namedCheckpoint } from './named-checkpoint.ts'

type AskNames = 'ask' | 'claim_approval' | 'revise_checkpoint' | 'answer_remarks' | 'withdraw_checkpoint'
type RunNames = 'record_attempt' | 'retake_attempt' | 'keep_session' | 'end_session'

/** What agents ask and tell. Nothing here waits inside a command: whoever is held comes back. */
export function gateHandlers(house: House): HandlersOf<AskNames> {
  const { store, workplace } = house.context
  return {
    ask: (call) => askOf(house, call),
    claim_approval: async ({ principal, input, idempotency }) => {
      const { id: checkpoint, tenant } = await namedCheckpoint(store, principal, input.checkpoint)
      const claim = await claimOf(house, principal, input)
      const { content_hash } = input
      const spent = { tenant, checkpoint, by: principal.actor, content_hash, claim, call: null }
      return principal.run(spendApproval, spent, idempotency)
    },
    revise_checkpoint: async ({ principal, input, idempotency }) => {
      const { id: checkpoint, tenant, job } = await namedCheckpoint(store, principal, input.checkpoint)
      const gate = withIssues(workplace, input.gate)
      const { content } = seal(contentOf(gate, input.around))
      const revision = { tenant, checkpoint, job, by: principal.actor, gate, content, answers: input.answers }
      return principal.run(reviseCheckpoint, revision, idempotency)
    },
    answer_remarks: async ({ principal, input, idempotency }) => {
      const { id: checkpoint, tenant, job } = await namedCheckpoint(store, principal, input.checkpoint)
      const { answers } = input
      const said = { tenant, checkpoint, job, by: principal.actor, answers }
      return { answered: await principal.run(answerRemarks, said, idempotency) }
    },
    withdraw_checkpoint: async ({ principal, input, idempotency }) => {
      const { id: checkpoint, tenant, job } = await namedCheckpoint(store, principal, input.checkpoint)
      const back = { tenant, checkpoint, job, by: principal.actor, status: 'cancelled', reason: input.reason } as const
      return { withdrawn: await principal.run(withdrawCheckpoint, back, idempotency) }
    },
  }
}

async function askOf(house: House, { principal, input, idempotency }: Call<'ask'>): Promise<Asked> {
  const { store, workplace } = house.context
  const { id: job, tenant } = await ownJob(store, principal, input.job)
  const gate = withIssues(workplace, input.gate)
  const question = {
    tenant,
    job,
    by: principal.actor,
    gate,
    sealed: seal(contentOf(gate, input.around)),
    title: input.title,
    key: input.key ?? null,
    terms: termsFor(gate, input.terms),
    checkpoint: input.id === undefined ? newId('chk') : chosenId(tenant, input.id),
    claim: await claimOf(house, principal, input),
    call: null,
    ...(input.lacks !== undefined && { lacks: input.lacks }),
  }
  await house.presence.attends(principal, job)
  return house.openHolds.ask(principal, (full) =>
    principal.run(ask, { ...question, ...(full !== undefined && { full }) }, idempotency),
  )
}

/** What agents tell of the actions that they run. */
export function runHandlers(house: House): HandlersOf<RunNames> {
  const { context, sessions } = house
  return {
    record_attempt: async ({ principal, input, idempotency }) => {
      const { id: attempt, tenant } = await ownAttempt(context.store, principal, input.attempt)
      const session = sessions.nameOf(principal, input.session)
      const { status, outcome = null } = input
      await principal.run(
        recordAttempt,
        { tenant, attempt, by: principal.actor, session, status, outcome },
        idempotency,
      )
      return {}
    },
    retake_attempt: (call) => retake(house, call),
    keep_session: async ({ principal, input }) => ({
      until: await sessions.heard(principal, input.session),
    }),
    end_session: async ({ principal, input }) => {
      await sessions.end(principal, input.session)
      return {}
    },
  }
}

/** Who runs what may pass. Whoever will record it has to be heard of until then. */
async function claimOf(
  { sessions }: House,
  principal: ProgramPrincipal,
  input: { readonly session: string; readonly recorded: boolean; readonly idempotent: boolean },
) {
  const session = sessions.nameOf(principal, input.session)
  if (input.recorded) await sessions.heard(principal, input.session)
  return { attempt: newId('att'), session, recorded: input.recorded, idempotent: input.idempotent }
}

/** Programs may only tighten: what can't be undone stays so. */
function termsFor(gate: Gate, given: Call<'ask'>['input']['terms']): ReviewTerms {
  const irreversible = isIrreversible(gate) || given.irreversible === true
  return ReviewTerms.parse({ answers: isAction(gate) ? FOR_ACTIONS : FOR_WORK, ...given, irreversible })
}

/** Only what a process that is gone had claimed can be taken over, and only where nothing happens twice. */
async function retake(house: House, { principal, input, idempotency }: Call<'retake_attempt'>): Promise<Attempt> {
  const { context, sessions } = house
  const attempt = await ownAttempt(context.store, principal, input.attempt)
  const { id, tenant, session: from, idempotent, status } = attempt
  const details = { attempt: id }
  if (status === 'in_doubt') throw inDoubt(details)
  if (status !== 'claimed') throw new AppError('attempt_ended', [], { details })
  if (!(await isDead(context.store, from))) throw new AppError('still_running', [], { details })
  if (!idempotent) {
    await runCommand(context, doubtAttempt, { attempt: id })
    throw inDoubt(details)
  }
  const session = sessions.nameOf(principal, input.session)
  await sessions.heard(principal, input.session)
  return principal.run(retakeAttempt, { tenant, attempt: id, by: principal.actor, from, session }, idempotency)
}
