import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Person } from '../../model/person.ts'
import type { Pull, Round } from '../../model/pull.ts'
import { maySee } from '../access.ts'
import { eventMaker } from '../event-maker.ts'
import { noSuch } from '../job-state.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import { ownAt, roundAt } from '../tables.ts'
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
  readonly round: Round | undefined
}

/** Gives how many of the marks count: those of what the newest round shows. Others are kept, for what they are of may come back. */
export const markFiles: Verb<MarkFiles, State, number> = {
  load: async (read, { pull: id, by }) => {
    await read.get('marks', ownAt(id, by.id))
    const pull = await loadPull(read, id)
    return { pull, person: await read.get('people', by.id), round: await read.get('rounds', roundAt(id, pull.round)) }
  },
  decide: ({ pull, person, round }, { by, viewed }, now) => {
    if (by.kind !== 'person' || !maySee(person, pull.tenant)) throw noSuch('pull request', pull.id)
    refuseSecrets(unshown(viewed, round), '/viewed')
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job })
    return {
      events: [event('files_marked', { pull: pull.id, viewed })],
      effects: [],
      result: (round?.files ?? []).filter(({ path, hash }) => viewed[path] === hash).length,
    }
  },
}

/** Names and hashes that no round has shown; what one shows stands in the log anyway. */
function unshown(viewed: MarkFiles['viewed'], round: Round | undefined): readonly (string | null)[] {
  const shown = new Map((round?.files ?? []).map(({ path, hash }) => [path, hash]))
  return Object.entries(viewed).flatMap(([path, hash]) => [
    ...(shown.has(path) ? [] : [path]),
    ...(shown.get(path) === hash ? [] : [hash]),
  ])
}
