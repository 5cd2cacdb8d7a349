import type { Checkpoint, ReviewTerms } from '../model/checkpoint.ts'
import { AppError } from '../model/errors.ts'
import type { Grant } from '../model/grant.ts'
import type { PullId } from '../model/ids.ts'
import { letsPass } from '../model/lets-pass.ts'
import type { Person } from '../model/person.ts'
import { refuseMisreferences } from '../model/secret-reference.ts'
import { unknownSecret } from '../model/unknown-secret.ts'
import { isFromBefore } from './access.ts'
import { THE_SETTINGS } from './apply.ts'
import { allow, deny, hold, repeat, stop } from './ask-outcomes.ts'
import type { Ask, Asked, AskState } from './ask-state.ts'
import { isAction, refuseOtherCall } from './content-of.ts'
import { decideToKeep } from './decide-to-keep.ts'
import { eventMaker } from './event-maker.ts'
import { isBacked, type LeftBehind } from './grant-for.ts'
import { grantedCall } from './granted-call.ts'
import { loadJob, noSuch, refuseIdle, whyHalted } from './job-state.ts'
import { isForPeople, loadAsked, refuseOtherTree } from './pull/pull-state.ts'
import type { Reader } from './reader.ts'
import { refusalId } from './refuse.ts'
import { refuseSecrets } from './refuse-secrets.ts'
import { refuseTakingUp } from './refuse-taking-up.ts'
import { refuseUnanswerable } from './refuse-unanswerable.ts'
import { refuseUnfitSchema } from './response-schema.ts'
import { keyAt } from './tables.ts'
import type { Outcome, Refused, Verb } from './verb.ts'

export type { Ask, Asked, AskState } from './ask-state.ts'

export const ask: Verb<Ask, AskState, Asked> = {
  load: async (read, { job: id, key, sealed, checkpoint, gate, pull, terms }, policies) => {
    const job = await loadJob(read, id, policies)
    const { tenant, agent } = job.job
    const call = isAction(gate) ? `${tenant}/${agent}/${grantedCall(gate, sealed.hash)}` : null
    const grants = call === null ? [] : await backedGrants(read, call, terms)
    return {
      ...job,
      known: key === null ? {} : await usedFor(read, keyAt(id, key)),
      taken: await read.get('checkpoints', checkpoint),
      refusal: await read.get('refusals', refusalId(job.job, sealed.fingerprint)),
      grants,
      solo: grants.length > 0 && ((await read.get('settings', THE_SETTINGS))?.solo ?? false),
      ...(await aboutPull(read, pull)),
    }
  },
  decide: (state, input, now) => {
    if (state.job.tenant !== input.tenant) throw noSuch('job', input.job)
    const { checkpoint, attempt } = state.known
    if (attempt || checkpoint) return attach(state, input)
    if (state.taken)
      throw new AppError('id_taken', [], { message: `There is a checkpoint ${input.checkpoint} already.` })
    refuseUnfit(input)
    if (input.lacks !== undefined) throw unknownSecret(input.lacks)
    if (input.pull !== undefined) {
      refuseOtherTree(state.pull, { id: input.pull, job: state.job.id, gate: input.gate, hash: input.sealed.hash })
    }
    refuseIdle(state.job)
    const halted = whyHalted(state)
    return halted === undefined ? judge(state, input, now) : halt(input, halted, now)
  },
}

/** The pull request that a question is about, and what people were last asked about it. */
async function aboutPull(read: Reader, id: PullId | undefined): Promise<Pick<AskState, 'pull' | 'asked'>> {
  const pull = id === undefined ? undefined : await read.get('pulls', id)
  return { pull, asked: await loadAsked(read, pull) }
}

/** What people have permitted for a call, and could still permit. */
async function backedGrants(read: Reader, call: string, { quorum }: ReviewTerms): Promise<readonly LeftBehind[]> {
  const found = await read.find({ table: 'grants', index: 'by_call', equals: [call], newestFirst: true, limit: 100 })
  const backed: LeftBehind[] = []
  for (const grant of found) {
    const owner = await read.get('people', grant.owner)
    if (isBacked(grant, owner)) backed.push({ grant, by: quorum === 1 ? [owner] : await votersOf(read, grant) })
  }
  return backed
}

/** Everybody who approved what a grant came from, and has been there since. */
async function votersOf(read: Reader, { from }: Grant): Promise<readonly Person[]> {
  const voters: Person[] = []
  for (const { by, at } of (await read.get('checkpoints', from))?.votes ?? []) {
    const person = await read.get('people', by)
    if (person !== undefined && !isFromBefore(person, at)) voters.push(person)
  }
  return voters
}

/** What was asked before under a key. */
async function usedFor(read: Reader, at: string): Promise<AskState['known']> {
  const use = await read.get('keys', at)
  if (use === undefined) return {}
  const checkpoint = use.checkpoint === null ? undefined : await read.get('checkpoints', use.checkpoint)
  const spentOn = checkpoint?.attempt ?? use.attempt
  const attempt = spentOn === null ? undefined : await read.get('attempts', spentOn)
  return { checkpoint, attempt, resumed: use.resumed }
}

/**
 * The same question again gets the same answer; the key can't be used for another one. What would run is judged when it is claimed; where
 * work only goes on, being told the answer is all that stands before it.
 */
function attach(state: AskState, { key, sealed }: Ask): Outcome<Asked> {
  const { checkpoint, attempt } = state.known
  const asked = checkpoint?.asked_hash ?? attempt?.content_hash
  if (asked !== sealed.hash) throw keyReused(key, checkpoint)
  if (checkpoint && !attempt && letsPass(checkpoint)) refuseTakingUp(checkpoint, state)
  const result: Asked = attempt ? { status: 'ran', attempt } : { status: 'held', checkpoint: checkpoint as Checkpoint }
  return { events: [], effects: [], result }
}

/** An agent that brought another revision and was started anew asks as it first did, and has to learn where that went. */
function keyReused(key: string | null, checkpoint: Checkpoint | undefined): AppError {
  const used = `The key ${key} was used in this job for other content.`
  if (checkpoint === undefined) {
    return new AppError('key_reused', [], { message: `${used} Use a new key for a new question.` })
  }
  const { id, revision } = checkpoint
  const now = revision === 1 ? '' : ` Checkpoint ${id} is at revision ${revision} by now: ask with what that brought.`
  const message = `${used}${now} Use a new key for a new question.`
  return new AppError('key_reused', [], { message, details: { checkpoint: id } })
}

/** Whatever is written down about a question is looked at, not only what runs. */
function refuseUnfit({ gate, sealed, title, key, terms, call, checkpoint: id }: Ask): void {
  refuseOtherCall(gate, sealed.content)
  refuseSecrets(sealed.content, '')
  refuseMisreferences(sealed.content, '')
  // The arguments of a call are part of its content.
  refuseSecrets({ id, title, key, call, gate: gate.kind === 'tool' ? { ...gate, args: {} } : gate, terms }, '')
  const { response_schema } = terms
  if (response_schema !== undefined) refuseUnfitSchema(response_schema)
  refuseUnanswerable(terms)
}

function halt({ tenant, by, job, gate, sealed }: Ask, reason: string, now: Date): Refused {
  const event = eventMaker({ tenant, actor: by, now, job })
  return {
    events: [event('gate_halted', { kind: gate.kind, content_hash: sealed.hash, reason })],
    effects: [],
    error: new AppError('halted', [], { message: reason }),
  }
}

function judge(state: AskState, input: Ask, now: Date): Outcome<Asked> {
  const { refusal } = state
  const event = eventMaker({ tenant: input.tenant, actor: input.by, now, job: input.job })
  // A person's no holds whatever the policy says; the policy's own no holds as long as the policy says it.
  if (refusal?.by.kind === 'person') return repeat({ state, input, now, event }, refusal, null)

  const decision = decideToKeep(state.policy, input.gate)
  const judged = { state, input, now, event, decision }
  switch (decision.verdict) {
    case 'allow':
      return isForPeople(state.pull, state.asked) ? hold(judged) : allow(judged)
    case 'ask':
      return hold(judged)
    case 'stop':
      return stop(judged)
    default:
      return refusal ? repeat(judged, refusal, decision) : deny(judged)
  }
}
