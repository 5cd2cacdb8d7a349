import type { Actor } from '../../model/actor.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { Idempotency } from '../../model/idempotency.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import { landingsOf } from '../../model/landings-of.ts'
import type { Person } from '../../model/person.ts'
import type { Landing, Pull } from '../../model/pull.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'
import { loadAsked, loadPull, refuseMerging, refuseOtherHead, reviewerOf } from './pull-state.ts'

/** A person's commit is about to land on the branch. */
export interface ExpectPush {
  readonly pull: PullId
  readonly by: Actor
  /** The head that it was built on. */
  readonly on: string
  readonly to: string
  readonly applies?: readonly ThreadId[] | undefined
  /** The key of whoever waits for the answer. */
  readonly under?: Idempotency | undefined
}

/** More than ever push in one moment; what was refused long ago is not remembered for ever. */
const MOST_BESIDE = 20

interface State {
  readonly pull: Pull
  readonly asked: Checkpoint | undefined
  readonly person: Person | undefined
}

/**
 * Written before the branch moves: whoever finds it moved after a crash knows whose commit that is, and lets it join. Several may be about to
 * move it, and who comes last here need not be last there, so that nobody takes another's place.
 */
export const expectPush: Verb<ExpectPush, State, Pull> = {
  load: async (read, { pull: id, by }) => {
    const pull = await loadPull(read, id)
    return {
      pull,
      asked: await loadAsked(read, pull),
      person: await read.get('people', by.id),
    }
  },
  decide: ({ pull, asked, person }, { by, on, to, applies = [], under = null }, now) => {
    const { id } = reviewerOf(pull, by, person)
    refuseMerging(pull)
    refuseOtherHead(pull, asked, on)
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    const beside = landingsOf(pull)
      .filter((one) => one.to !== to || one.by !== id)
      .slice(0, MOST_BESIDE)
    const landing: Landing = { on, to, by: id, applies, under, ...(beside.length > 0 && { beside }) }
    return {
      events: [event('push_expected', { pull: pull.id, ...landing })],
      effects: [],
      result: { ...pull, landing },
    }
  },
}
