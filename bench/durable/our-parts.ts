import { loadCatalog } from '../../src/config/load-catalog.ts'
import { type Ask, type Asked, ask } from '../../src/engine/ask.ts'
import { seal } from '../../src/engine/content-hash.ts'
import { contentOf } from '../../src/engine/content-of.ts'
import { enrolPerson } from '../../src/engine/enrol-person.ts'
import { Policies } from '../../src/engine/policies.ts'
import type { Store } from '../../src/engine/ports.ts'
import { reviewCheckpoint } from '../../src/engine/review-checkpoint.ts'
import { type Ports, runCommand } from '../../src/engine/run-command.ts'
import { spendApproval } from '../../src/engine/spend-approval.ts'
import { startJob } from '../../src/engine/start-job.ts'
import { type Checkpoint, ReviewTerms } from '../../src/model/checkpoint.ts'
import { AttemptId, CheckpointId, GrantId, JobId, LOCAL, PersonId } from '../../src/model/ids.ts'
import type { Job } from '../../src/model/job.ts'
import { parseGate } from '../../src/model/parse-gate.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { callOf } from './call.ts'

/** Read once: a bench starts a hundred thousand jobs. */
const CATALOG = loadCatalog()

const ADA = { kind: 'person', id: 'ada' } as const
const SCOUT = { kind: 'agent', id: 'scout' } as const

/** Our engine on a store, with one person who may approve. */
export async function portsOn(store: Store): Promise<Ports> {
  const ports = { store, policies: new Policies(await CATALOG) }
  const person = {
    id: PersonId.parse(ADA.id),
    role: 'admin',
    tenants: '*',
    token_hash: 'none',
    passphrase_hash: null,
    enrolled_at: '2026-05-04T12:00:00.000Z',
    revoked_at: null,
  } as const
  await runCommand(ports, enrolPerson, { by: ADA, person, change: false })
  return ports
}

/** A job whose every call of a tool is held. */
export function startHeldJob(ports: Ports, id: string): Promise<Job> {
  return startJobUnder(ports, id, 'jobs/dependent')
}

/** A job under a preset. */
export async function startJobUnder(ports: Ports, id: string, policy: string): Promise<Job> {
  return runCommand(ports, startJob, {
    id: JobId.parse(id),
    tenant: LOCAL,
    agent: SCOUT.id,
    title: '',
    parent: null,
    policy: resolvePolicy(policy, await CATALOG),
    program: null,
    input: null,
    by: SCOUT,
    key: null,
    call: null,
  })
}

/** The agent reaches a gate; gives the checkpoint that holds it. */
export async function hold(ports: Ports, job: Job, number: number): Promise<Checkpoint> {
  const asked = await askAbout(ports, job, number)
  if (asked.status !== 'held') throw new Error(`The call was not held but ${asked.status}.`)
  return asked.checkpoint
}

/** The agent asks about a call. */
export function askAbout(ports: Ports, job: Job, number: number): Promise<Asked> {
  const gate = parseGate({ kind: 'tool', ...callOf(number) })
  const input: Ask = {
    tenant: LOCAL,
    job: job.id,
    by: SCOUT,
    gate,
    sealed: seal(contentOf(gate)),
    title: '',
    key: `key-${number}`,
    terms: ReviewTerms.parse({}),
    checkpoint: CheckpointId.parse(`chk-${number}`),
    claim: claimOf(number),
    call: null,
  }
  return runCommand(ports, ask, input)
}

/** A person approves exactly what was shown. */
export async function approve(ports: Ports, { id, content_hash }: Checkpoint): Promise<void> {
  const { status } = await runCommand(ports, reviewCheckpoint, {
    checkpoint: id,
    by: ADA,
    content_hash,
    review: { answer: 'approve' },
    step_up: null,
    batch: false,
    grant: GrantId.parse(`grant-of-${id}`),
  })
  if (status !== 'approved') throw new Error(`The checkpoint is ${status}.`)
}

/** The agent goes on: the approval is spent and the call claimed. */
export async function goOn(ports: Ports, { id, content_hash }: Checkpoint, number: number): Promise<void> {
  const input = { tenant: LOCAL, checkpoint: id, by: SCOUT, content_hash, claim: claimOf(number), call: null }
  await runCommand(ports, spendApproval, input)
}

function claimOf(number: number): Ask['claim'] {
  return { attempt: AttemptId.parse(`att-${number}`), session: 'session', idempotent: false, recorded: true }
}
