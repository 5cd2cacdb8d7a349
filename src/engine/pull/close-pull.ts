import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { eventMaker } from '../event-maker.ts'
import { noSuch } from '../job-state.ts'
import type { Effect } from '../ports.ts'
import type { Verb } from '../verb.ts'
import { loadPull, refuseMerging } from './pull-state.ts'

/** The agent gives an offer up, because a person said no or nobody answered in time. The phase may be entered again. */
export interface ClosePull {
  readonly pull: PullId
  readonly job: Pull['job']
  readonly by: Actor
  readonly reason: string
}

export const closePull: Verb<ClosePull, Pull, Pull> = {
  load: (read, { pull }) => loadPull(read, pull),
  decide: (pull, { job, by, reason }, now) => {
    if (pull.job !== job) throw noSuch('pull request', pull.id)
    if (pull.status === 'closed') return { events: [], effects: [], result: pull }
    refuseMerging(pull)
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    const result: Pull = { ...pull, status: 'closed', ended_at: now.toISOString() }
    return { events: [event('pull_closed', { pull: pull.id, reason })], effects: closeOnForge(pull), result }
  },
}

/**
 * Where a forge shows it, it is closed there too, as soon as the forge can be reached. It may be opened there in this very moment, and
 * nobody have written that down yet; so whoever closes it looks.
 */
export function closeOnForge({ id, tenant, offered }: Pull): readonly Effect[] {
  return offered ? [{ id: `close:${id}`, kind: 'close_hosted', tenant, body: { pull: id } }] : []
}
