import type { CheckpointView } from '../../api/views.ts'
import { noSuch } from '../../engine/job-state.ts'
import { type ReviewCheckpoint, reviewCheckpoint } from '../../engine/review-checkpoint.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { presenceAt } from '../../sdk/desk/desk-checkpoints.ts'
import type { ListedCheckpoint } from '../../sdk/desk.ts'
import { newId } from '../../sdk/new-id.ts'
import { completed } from '../access/completed.ts'
import { isGiven } from '../access/step-ups.ts'
import type { Call, HandlersOf } from '../call.ts'
import { waitUntil } from '../events/wait-until.ts'
import type { House } from '../house.ts'
import { etagOf } from '../http/etag.ts'
import { deskOf } from './desk-of.ts'
import { namedCheckpoint } from './named-checkpoint.ts'
import { scan } from './scan.ts'

type Names = 'list_checkpoints' | 'read_checkpoint' | 'answer_checkpoint'

/** What is held, and the answers to it. */
export function checkpointHandlers(house: House): HandlersOf<Names> {
  const { context, tail, presence } = house
  return {
    list_checkpoints: async ({ principal, input }) => {
      const desk = deskOf(context, principal)
      const { status: statuses, job, by } = input
      // Where no index knows agents, all are looked at here, where it counts how many and how large they are.
      const agent = job === undefined && statuses.every((status) => status === 'pending') ? input.agent : undefined
      const isByDeadline = by === 'deadline' && job === undefined
      const placeOf = ({ opened_at, deadline, id }: ListedCheckpoint) => ({
        value: isByDeadline ? (deadline ?? '') : opened_at,
        id,
      })
      const turn = (query: Parameters<Parameters<typeof scan<ListedCheckpoint>>[1]>[0]) =>
        desk.checkpoints({ ...query, statuses, job, agent, by })
      return scan(input, turn, { fits: fitting(input), placeOf })
    },
    read_checkpoint: async (call) => {
      const { input, ifNoneMatch, signal } = call
      const look = () => view(house, call)
      if (input.wait === 0 || ifNoneMatch === undefined) return look()
      const isNews = (seen: CheckpointView) => etagOf(JSON.stringify(seen)) !== ifNoneMatch
      const { principal } = call
      const isPerson = principal.kind === 'person'
      // What is not a program's own is not there, and nobody hears that it waits for it.
      const id = isPerson ? input.checkpoint : (await namedCheckpoint(context.store, principal, input.checkpoint)).id
      const matters = ({ event }: { event: { checkpoint: string | null } }) => event.checkpoint === id
      const over = signal()
      const lookAgain = async () => {
        // It may have been revoked while it waited.
        await principal.recheck()
        return look()
      }
      const wait = () => waitUntil(tail, { look: lookAgain, isNews, matters }, { ms: input.wait * 1000, signal: over })
      return isPerson ? wait() : presence.whileWaiting(principal, id, { wait, signal: over })
    },
    answer_checkpoint: (call) => answer(house, call),
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
  const checkpoint = await namedCheckpoint(context.store, principal, input.checkpoint)
  const job = (await context.store.get('jobs', checkpoint.job))?.row
  if (job === undefined) throw noSuch('checkpoint', input.checkpoint)
  // Whom to turn to, and who has said what so far, is not a program's to know.
  return { checkpoint, line: [job], approvers: [], approved_by: [], advice: null, presence: null }
}

async function answer({ stepUps, context }: House, call: Call<'answer_checkpoint'>) {
  const { principal, input, idempotency } = call
  const { checkpoint, content_hash, review, batch } = input
  const wanted = { for: { do: 'answer', checkpoint, content_hash } } as const
  const prove = async (given: ReviewCheckpoint) => ({
    ...given,
    step_up: await stepUps.prove(principal, input, wanted),
  })
  // Where nothing is given there is nothing to use up, and it is judged once.
  const verb = isGiven(input) ? completed(reviewCheckpoint, prove, () => context.store.now()) : reviewCheckpoint
  const grant = newId('grt')
  const given = { checkpoint, by: principal.actor, content_hash, review, step_up: null, batch, grant }
  // Before it is given: whoever waits for it goes on at once, and does not wait any more.
  const presence = await presenceAt(context.store, checkpoint)
  return { ...(await principal.run(verb, given, idempotency)), presence }
}
