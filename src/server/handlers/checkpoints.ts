import type { CheckpointView } from '../../api/views.ts'
import { noSuch } from '../../engine/job-state.ts'
import { type ReviewCheckpoint, reviewCheckpoint } from '../../engine/review-checkpoint.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import { newId } from '../../sdk/new-id.ts'
import { ownCheckpoint } from '../access/own-work.ts'
import type { Call, HandlersOf } from '../call.ts'
import { waitUntil } from '../events/wait-until.ts'
import type { House } from '../house.ts'
import { etagOf } from '../http/etag.ts'
import { deskOf } from './desk-of.ts'
import { scan } from './scan.ts'

type Names = 'list_checkpoints' | 'read_checkpoint' | 'answer_checkpoint' | 'start_step_up'

/** What is held, and the answers to it. */
export function checkpointHandlers(house: House): HandlersOf<Names> {
  const { context, tail, stepUps } = house
  return {
    list_checkpoints: async ({ principal, input }) => {
      const desk = deskOf(context, principal)
      const { status: statuses, job } = input
      const placeOf = ({ opened_at, id }: Checkpoint) => ({ value: opened_at, id })
      const turn = (query: Parameters<Parameters<typeof scan<Checkpoint>>[1]>[0]) =>
        desk.checkpoints({ ...query, statuses, job })
      return scan(input, turn, { fits: fitting(input), placeOf })
    },
    read_checkpoint: async (call) => {
      const { input, ifNoneMatch, signal } = call
      const look = () => view(house, call)
      if (input.wait === 0 || ifNoneMatch === undefined) return look()
      const isNews = (seen: CheckpointView) => etagOf(JSON.stringify(seen)) !== ifNoneMatch
      const matters = ({ event }: { event: { checkpoint: string | null } }) => event.checkpoint === input.checkpoint
      return waitUntil(tail, { look, isNews, matters }, { ms: input.wait * 1000, signal: signal() })
    },
    answer_checkpoint: (call) => answer(house, call),
    start_step_up: async ({ principal, input }) => {
      const { checkpoint } = await deskOf(context, principal).checkpoint(input.checkpoint)
      if (checkpoint.status !== 'pending') throw new AppError('already_resolved')
      if (checkpoint.content_hash !== input.content_hash) throw new AppError('stale_content')
      const about = { person: principal.actor.id, checkpoint: input.checkpoint, content_hash: input.content_hash }
      return { expires_at: stepUps.begin(about) }
    },
  }
}

function fitting({ agent, tenant, kind }: Call<'list_checkpoints'>['input']): (row: Checkpoint) => boolean {
  return (row) =>
    (agent ?? row.agent) === row.agent &&
    (tenant ?? row.tenant) === row.tenant &&
    (kind ?? row.gate.kind) === row.gate.kind
}

async function view({ context }: House, { principal, input }: Call<'read_checkpoint'>): Promise<CheckpointView> {
  if (principal.kind === 'person') return deskOf(context, principal).checkpoint(input.checkpoint)
  const checkpoint = await ownCheckpoint(context.store, principal, input.checkpoint)
  const job = (await context.store.get('jobs', checkpoint.job))?.row
  if (job === undefined) throw noSuch('checkpoint', input.checkpoint)
  // Whom to turn to is not a program's to know.
  return { checkpoint, line: [job], approvers: [] }
}

async function answer(house: House, call: Call<'answer_checkpoint'>) {
  const { principal, input, idempotency } = call
  const { checkpoint, content_hash, review, batch, passphrase, code } = input
  if (passphrase !== undefined) {
    // Only under their own token can it be told whether the passphrase is theirs.
    if (principal.token === null) throw new AppError('step_up_needed', [], { message: 'Ask for a code instead.' })
    return deskOf(house.context, principal, idempotency).answer({ checkpoint, content_hash, review, batch, passphrase })
  }
  const about = { person: principal.actor.id, checkpoint, content_hash }
  const verb = code === undefined ? reviewCheckpoint : reviewProved(() => house.stepUps.prove(code, about))
  const grant = newId('grt')
  const given = { checkpoint, by: principal.actor, content_hash, review, step_up: null, batch, grant }
  return principal.run(verb, given, idempotency)
}

/**
 * The same verb with a proof of presence, which is taken once and only when there is something to judge: whoever asks again for an
 * answer that was lost has used the code up, and gets the answer that was kept.
 */
function reviewProved(prove: () => NonNullable<ReviewCheckpoint['step_up']>): typeof reviewCheckpoint {
  let step_up: ReviewCheckpoint['step_up'] = null
  return {
    load: (read, input, policies) => {
      step_up ??= prove()
      return reviewCheckpoint.load(read, input, policies)
    },
    decide: (state, input, now) => reviewCheckpoint.decide(state, { ...input, step_up }, now),
  }
}
