import { enrolPerson } from '../../src/engine/enrol-person.ts'
import { reviewCheckpoint } from '../../src/engine/review-checkpoint.ts'
import { type Ports, runCommand } from '../../src/engine/run-command.ts'
import { settleAttempt } from '../../src/engine/settle-attempt.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { AppError, type ErrorCode } from '../../src/model/errors.ts'
import { GrantId, LOCAL, PersonId } from '../../src/model/ids.ts'
import type { Review } from '../../src/model/review.ts'
import { reviewPaper } from './paper.ts'
import { PLANNED } from './program.ts'
import { readLines } from './world-files.ts'

const ADA = { kind: 'person', id: 'ada' } as const
const PAGE = 100

/** What people work with. */
type Reviewing = Parameters<typeof reviewPaper>[0]

/** A person who answers whatever waits, and finds out what became of whatever is in doubt, until told to stop. */
export async function reviewAll(ports: Reviewing, root: string, signal: AbortSignal): Promise<void> {
  for (const id of ['ada', 'eve']) await join(ports, id)
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

async function reviewOnce(ports: Reviewing, root: string): Promise<void> {
  const { store } = ports
  const waiting = { table: 'checkpoints', index: 'by_status', equals: [LOCAL, 'pending'], limit: PAGE } as const
  for (const { row } of await store.find(waiting))
    await unlessOver(row.pull === undefined ? answer(ports, row) : reviewPaper(ports, row))
  const unknown = { table: 'attempts', index: 'by_status', equals: [LOCAL, 'in_doubt'], limit: PAGE } as const
  for (const { row } of await store.find(unknown)) await unlessOver(settle(ports, row, root))
}

async function join(ports: Ports, id: string): Promise<void> {
  const person = {
    id: PersonId.parse(id),
    role: 'admin',
    tenants: '*',
    token_hash: `none of ${id}`,
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

const OVER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  ...(['id_taken', 'already_resolved', 'not_in_doubt'] as const),
  ...(['head_moved', 'stale_content', 'pull_ended', 'pull_merging'] as const),
])

/** Somebody may have done it before, in a life that ended. */
async function unlessOver(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code === undefined || !OVER.has(code)) throw error
  }
}
