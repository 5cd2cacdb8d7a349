import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import type { Verb } from '../verb.ts'
import type { Heard } from './note-host.ts'
import { loadPull } from './pull-state.ts'

/** What somebody does here because of what they said on a forge. */
interface Act {
  readonly pull: PullId
  readonly by: Actor
}

/** The same verb for something that was said on a forge: done and written down as heard in one commit, so that it is done once. */
export function heardOnHost<Input extends Act, State, Result>(
  verb: Verb<Input, State, Result>,
  heard: Heard,
): Verb<Input, State, Result> {
  return {
    load: async (read, input, policies) => {
      const { hosted } = await loadPull(read, input.pull)
      if (hosted === undefined || hosted.heard.includes(heard.what)) {
        throw new AppError('already_resolved', [], { message: `${heard.what} was heard before.` })
      }
      return verb.load(read, input, policies)
    },
    decide: (state, input, now) => {
      const outcome = verb.decide(state, input, now)
      const [first] = outcome.events
      if ('error' in outcome || first === undefined) return outcome
      const { tenant, job, checkpoint } = first
      const event = eventMaker({ tenant, actor: input.by, now, job, checkpoint })
      const said = event('host_heard', { pull: input.pull, ...heard, ...remarkIn(outcome.events) })
      return { ...outcome, events: [...outcome.events, said] }
    },
  }
}

/** What the words about the whole became here, where somebody waits for an answer to them. */
function remarkIn(events: readonly NewEvent[]): Pick<Heard, 'remark'> {
  for (const event of events) {
    if (event.type !== 'checkpoint_remarked' || event.checkpoint === null) continue
    const { number, wordless } = event.data.remark
    if (wordless !== true) return { remark: { checkpoint: event.checkpoint, number } }
  }
  return {}
}
