import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'
import { loadPull, refuseMerging, reviewerOf } from './pull-state.ts'

/** A person's commit is about to land on the branch. */
export interface ExpectPush {
  readonly pull: PullId
  readonly by: Actor
  /** The head that it was built on. */
  readonly on: string
  readonly to: string
}

interface State {
  readonly pull: Pull
  readonly person: Person | undefined
}

/** Written before the branch moves: whoever finds it moved after a crash knows whose commit that is, and lets it join. */
export const expectPush: Verb<ExpectPush, State, Pull> = {
  load: async (read, { pull, by }) => ({
    pull: await loadPull(read, pull),
    person: by.kind === 'person' ? await read.get('people', by.id) : undefined,
  }),
  decide: ({ pull, person }, { by, on, to }, now) => {
    const { id } = reviewerOf(pull, by, person)
    refuseMerging(pull)
    if (on !== pull.head) {
      const message = `The branch ${pull.branch} has moved since. Fetch it and try again.`
      throw new AppError('head_moved', [], { message })
    }
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    return {
      events: [event('push_expected', { pull: pull.id, to, by: id })],
      effects: [],
      result: { ...pull, landing: { to, by: id } },
    }
  },
}
