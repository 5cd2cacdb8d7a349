import { AppError } from '../../model/errors.ts'
import type { Pull } from '../../model/pull.ts'
import { type JobState, loadJob } from '../job-state.ts'
import type { Verb } from '../verb.ts'
import { refuseUnfit } from './claim-merge.ts'
import { loadPull } from './pull-state.ts'

interface State {
  readonly pull: Pull
  readonly job: JobState
}

/**
 * Whether a merge that was claimed may still be made, asked in the last moment before `main` moves: a lock that somebody left behind can lie between
 * the two, and a person who has called the job off, or thrown the kill switch, was told that nothing of it happens any more.
 */
export const confirmClaim: Verb<Pick<Pull, 'id' | 'head' | 'merge'>, State, null> = {
  load: async (read, { id }, policies) => {
    const pull = await loadPull(read, id)
    return { pull, job: await loadJob(read, pull.job, policies) }
  },
  decide: (state, claimed) => {
    refuseUnfit(state)
    const { id, head, merge } = state.pull
    if (head === claimed.head && merge !== null && merge.at === claimed.merge?.at)
      return { events: [], effects: [], result: null }
    throw new AppError('pull_ended', [], { message: `The merge of ${id} that was permitted has come to nothing.` })
  },
}
