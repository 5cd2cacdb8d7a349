import { enrolPerson } from '../../src/engine/enrol-person.ts'
import { reviewCheckpoint } from '../../src/engine/review-checkpoint.ts'
import { type Ports, runCommand } from '../../src/engine/run-command.ts'
import { settleAttempt } from '../../src/engine/settle-attempt.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { AppError } from '../../src/model/errors.ts'
import { GrantId, LOCAL, PersonId } from '../../src/model/ids.ts'
import type { Review } from '../../src/model/review.ts'
import { PLANNED } from './program.ts'
import { readLines } from './world-files.ts'

const ADA = { kind: 'person', id: 'ada' } as const
const PAGE = 100

/** A person who answers whatever waits, and finds out what became of whatever is in doubt, until told to stop. */
export async function reviewAll(ports: Ports, root: string, signal: AbortSignal): Promise<void> {
  await join(ports)
  while (!signal.aborted) {
    const change = Promise.withResolvers<void>()
    const stop = ports.store.watch(change.resolve)
    signal.addEventListener('abort', () => change.resolve(), { once: true })
    try {
      await reviewOnce(ports, root)
      await change.promise
    } finally {
      stop()
    }
  }
}

async function reviewOnce(ports: Ports, root: string): Promise<void> {
  const { store } = ports
  const waiting = { table: 'checkpoints', index: 'by_status', equals: [LOCAL, 'pending'], limit: PAGE } as const
  for (const { row } of await store.find(waiting)) await unlessOver(answer(ports, row))
  const unknown = { table: 'attempts', index: 'by_status', equals: [LOCAL, 'in_doubt'], limit: PAGE } as const
  for (const { row } of await store.find(unknown)) await unlessOver(settle(ports, row, root))
}

async function join(ports: Ports): Promise<void> {
  const person = {
    id: PersonId.parse(ADA.id),
    role: 'admin',
    tenants: '*',
    token_hash: 'none',
    passphrase_hash: null,
    enrolled_at: '2026-05-04T12:00:00.000Z',
    revoked_at: null,
  } as const
  await unlessOver(runCommand(ports, enrolPerson, { by: ADA, person, change: false }))
}

function answer(ports: Ports, { id, content, content_hash }: Checkpoint): Promise<unknown> {
  const planned = PLANNED.find(({ key }) => key === content.args?.to)
  const review: Review =
    planned?.answer === 'reject' ? { answer: 'reject', reason: 'That is no letter.' } : { answer: 'approve' }
  return runCommand(ports, reviewCheckpoint, {
    checkpoint: id,
    by: ADA,
    content_hash,
    review,
    step_up: null,
    batch: false,
    grant: GrantId.parse(`grant-of-${id}`),
  })
}

/** Looks into the world, which is what a person would do. */
function settle(ports: Ports, { id }: Attempt, root: string): Promise<unknown> {
  const happened = readLines(root, 'acts').some(([, attempt]) => attempt === id)
  const status = happened ? 'succeeded' : 'failed'
  return runCommand(ports, settleAttempt, { attempt: id, by: ADA, status, reason: 'I went and looked.' })
}

/** Somebody may have done it before, in a life that ended. */
async function unlessOver(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code !== 'id_taken' && code !== 'already_resolved' && code !== 'not_in_doubt') throw error
  }
}
