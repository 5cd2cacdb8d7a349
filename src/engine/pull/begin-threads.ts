import type { Actor } from '../../model/actor.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId, ThreadId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import { mayDecide } from '../access.ts'
import { eventMaker } from '../event-maker.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import type { Verb } from '../verb.ts'
import { complaintsIn, type Remarked, remarkedOn } from './complaints.ts'
import { newThreads, refuseUnfitThreads, talkedOf, type Written } from './new-threads.ts'
import { loadAsked, loadPull, refuseMerging, reviewerOf } from './pull-state.ts'

/** A person says something, and decides nothing by it. The agent owes an answer all the same, whatever was decided before. */
export interface BeginThreads extends Written {
  readonly pull: PullId
  readonly by: Actor
  /** The newest round when their places were looked up. */
  readonly newest: number
}

interface State {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly person: Person | undefined
  readonly checkpoint: Checkpoint | undefined
  readonly remarked: readonly Remarked[]
}

export const beginThreads: Verb<BeginThreads, State, readonly ThreadId[]> = {
  load: async (read, { pull: id, by, threads }) => {
    const pull = await loadPull(read, id)
    return {
      pull,
      talked: await talkedOf(read, pull, threads),
      person: await read.get('people', by.id),
      checkpoint: await loadAsked(read, pull),
      remarked: await remarkedOn(read, pull),
    }
  },
  decide: (state, input, now) => {
    const { pull } = state
    const { by } = input
    refuseUnfit(state, input)
    const complaints = complaintsIn(state)
    const threads = newThreads(pull, input, { by, at: now.toISOString(), complaints })
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    const begun = event('threads_begun', { pull: pull.id, threads })
    return { events: [begun], effects: [], result: threads.map(({ id }) => id) }
  },
}

function refuseUnfit(state: State, { by, newest, threads }: BeginThreads): void {
  const { pull, person, checkpoint } = state
  reviewerOf(pull, by, person)
  // Whoever is not asked about it makes the agent no work, and stands in nobody's way.
  if (checkpoint !== undefined && !mayDecide(person, checkpoint)) {
    throw new AppError('not_authorised', [], { message: `${by.id} may not decide checkpoint ${checkpoint.id}.` })
  }
  refuseMerging(pull)
  if (newest !== pull.round) {
    const message = `Round ${pull.round} of ${pull.id} has arrived since, and their lines may be elsewhere.`
    throw new AppError('head_moved', [], { message })
  }
  refuseSecrets({ threads }, '')
  refuseUnfitThreads(state, threads)
}
