import type { Actor } from '../../model/actor.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { findSecret } from '../../review/find-secret.ts'
import type { EventData } from '../event.ts'
import { eventMaker } from '../event-maker.ts'
import type { Verb } from '../verb.ts'
import { loadPull } from './pull-state.ts'

/** What was said on a forge, without the pull request that it is about. */
export type Heard = Omit<EventData['host_heard'], 'pull'>

/** Something about a pull request on a forge that is written down, and changes nothing of the review. */
export interface NoteHost {
  readonly pull: PullId
  readonly by: Actor
  readonly note: { readonly heard: Heard } | { readonly told: string } | { readonly strayed: string }
}

export const noteHost: Verb<NoteHost, Pull, null> = {
  load: (read, { pull }) => loadPull(read, pull),
  decide: (pull, { by, note }, now) => {
    const event = eventMaker({ tenant: pull.tenant, actor: by, now, job: pull.job, checkpoint: pull.checkpoint })
    const about = { pull: pull.id }
    const { hosted } = pull
    if (hosted === undefined) return { events: [], effects: [], result: null }
    if ('heard' in note) {
      const heard = { ...about, ...note.heard, text: withoutSecret(note.heard.text) }
      const events = hosted.heard.includes(heard.what) ? [] : [event('host_heard', heard)]
      return { events, effects: [], result: null }
    }
    if ('told' in note) {
      const events = hosted.told.includes(note.told) ? [] : [event('host_told', { ...about, what: note.told })]
      return { events, effects: [], result: null }
    }
    const events = hosted.strayed === note.strayed ? [] : [event('host_strayed', { ...about, how: note.strayed })]
    return { events, effects: [], result: null }
  },
}

/** The log keeps what it is given for ever, so words with a secret in them stay where they were written. */
function withoutSecret(text: string): string {
  return findSecret(text) === undefined ? text : '(it holds a secret)'
}
