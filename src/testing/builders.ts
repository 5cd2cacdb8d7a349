import { contentHash } from '../engine/content-hash.ts'
import { contentOf } from '../engine/content-of.ts'
import type { Actor } from '../model/actor.ts'
import { type Checkpoint, ReviewTerms, type ReviewTermsInput } from '../model/checkpoint.ts'
import { Gate, type GateInput } from '../model/gate.ts'
import { CheckpointId, JobId, LOCAL, PasskeyId, PersonId } from '../model/ids.ts'
import type { Job } from '../model/job.ts'
import type { Passkey } from '../model/passkey.ts'
import type { Person } from '../model/person.ts'
import type { Proof, StepUpFor } from '../model/step-up.ts'
import { compilePolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'
import { digestOf, type Policy } from '../policy/policy.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { catalog } from './catalog.ts'

/** When tests take place. */
export const NOON = new Date('2026-05-04T12:00:00.000Z')

/** Somebody who can decide, by name. */
export const person = (id: string): Actor => ({ kind: 'person', id })
/** The agent that does the work of most tests. */
export const SCOUT: Actor = { kind: 'agent', id: 'scout' }
export const ADA = person('ada')
export const ROB = person('rob')
export const EVE = person('eve')
export const VIC = person('vic')

/** A rule of a policy, as people write it. */
export const rule = (tool: string, verdict: 'allow' | 'ask' | 'deny') => ({ match: { tool }, then: verdict })

/** Everything passes but `send` and the end of the job, which a person has to see, a failure, which stops, and `wipe`. */
export const SENDS_ARE_HELD = {
  preset: 'jobs/full',
  phase_stops: { completion: true },
  error_tolerance: 'none',
  rules: [rule('send', 'ask'), rule('wipe', 'deny')],
}

/** A complete policy from what a person would write. */
export function aPolicy(document: unknown = SENDS_ARE_HELD): Policy {
  return resolvePolicy(document, catalog)
}

/** How a checkpoint is reviewed, with the usual defaults. */
export function terms(given: ReviewTermsInput = {}): ReviewTerms {
  return ReviewTerms.parse(given)
}

/** A gate before a call of a tool. */
export function aCall(tool = 'send', args: Record<string, unknown> = { to: 'bob' }): Gate {
  return Gate.parse({ kind: 'tool', tool, args } satisfies GateInput)
}

/** A step that went wrong, which stops a job. */
export const A_FAILURE: Gate = Gate.parse({
  kind: 'step',
  phase: 'build',
  status: 'failure',
  errors: [{ text: 'It broke.', severity: 'high' }],
} satisfies GateInput)

/** The end of a job, which goes to a person. */
export const THE_END: Gate = Gate.parse({ kind: 'completion' } satisfies GateInput)

/** Made up here, so that no scanner takes it for a real one. */
export const A_SECRET = `ghp_${'A1b2'.repeat(9)}`

/** A reviewer who sees every tenant. */
export function aPerson(given: Partial<Person> = {}): Person {
  const id = given.id ?? PersonId.parse('rob')
  return {
    id,
    role: 'reviewer',
    tenants: '*',
    token_hash: `hash-of-${id}`,
    passphrase_hash: null,
    enrolled_at: NOON.toISOString(),
    revoked_at: null,
    ...given,
  }
}

/** A running root job. */
export function aJob(given: Partial<Job> = {}): Job {
  return {
    id: JobId.parse('job-1'),
    tenant: LOCAL,
    agent: 'scout',
    title: 'Write to Bob',
    path: [],
    status: 'running',
    policy: digestOf(aPolicy()),
    program: null,
    input: null,
    started_by: SCOUT,
    key: null,
    held: [],
    started_at: NOON.toISOString(),
    ended_at: null,
    outcome: null,
    ...given,
  }
}

/** A call of `send` that waits for a person. */
export function aCheckpoint(given: Partial<Checkpoint> = {}): Checkpoint {
  const gate = given.gate ?? aCall()
  const content = given.content ?? contentOf(gate)
  const hash = contentHash(content)
  return {
    id: CheckpointId.parse('chk-1'),
    tenant: LOCAL,
    job: JobId.parse('job-1'),
    path: [],
    agent: 'scout',
    title: 'Send the letter',
    gate,
    key: null,
    status: 'pending',
    revision: 1,
    content,
    content_hash: hash,
    asked_hash: hash,
    sent_back: false,
    decision: decide(compilePolicy(aPolicy(), catalog), gate),
    terms: terms(),
    deadline: null,
    requested_by: SCOUT,
    edited_by: [],
    votes: [],
    remarks: [],
    opened_at: NOON.toISOString(),
    resolved_at: null,
    resolution: null,
    spent_at: null,
    attempt: null,
    ...given,
  }
}

/** A proof of presence that a code of the terminal gave. */
export function aProof(wanted: StepUpFor, given: Partial<Proof> = {}): Proof {
  return { kind: 'code', at: NOON.toISOString(), for: wanted, ...given }
}

/** A passkey of rob's. */
export function aPasskey(given: Partial<Omit<Passkey, 'id'>> & { readonly id?: string } = {}): Passkey {
  const { id = 'psk-1', ...rest } = given
  return {
    ...{ id: PasskeyId.parse(id), person: PersonId.parse('rob'), credential: `credential-of-${id}`, public_key: 'key' },
    ...{ counter: 0, transports: ['internal'], device_type: 'single_device', backed_up: false, rp_id: 'localhost' },
    ...{ name: 'My laptop', registered_at: NOON.toISOString(), used_at: null },
    ...rest,
  }
}
