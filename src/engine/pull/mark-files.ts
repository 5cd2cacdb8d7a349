import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull } from '../../model/pull.ts'
import { maySee } from '../access.ts'
import { eventMaker } from '../event-maker.ts'
import { noSuch } from '../job-state.ts'
import { ownAt } from '../tables.ts'
import type { Verb } from '../verb.ts'
import { loadPull } from './pull-state.ts'

/** A person has looked at files, each as it was on the screen; null takes the mark away. */
export interface MarkFiles {
  readonly pull: PullId
  readonly by: Actor
  readonly viewed: Readonly<Record<string, string | null>>
}

interface State {
  readonly pull: Pull
  readonly person: Person | undefined
}

export const markFiles: Verb<MarkFiles, State, number> = {
  load: async (read, { pull: id, by }) => {
    await read.get('marks', ownAt(id, by.id))
    return { pull: await loadPull(read, id), person: await read.get('people', by.id) }
  },
  decide: ({ pull, person }, { by, viewed }, now) => {
    if (by.kind !== 'person' || !maySee(person, pull.tenant)) throw noSuch('pull request', pull.id)
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job })
    return {
      events: [event('files_marked', { pull: pull.id, viewed })],
      effects: [],
      result: Object.keys(viewed).length,
    }
  },
}
