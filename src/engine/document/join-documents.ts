import type { Actor } from '../../model/actor.ts'
import type { Document, Documents } from '../../model/document.ts'
import type { JobId } from '../../model/ids.ts'
import { eventMaker } from '../event-maker.ts'
import type { NewEvent } from '../ports.ts'
import type { Verb } from '../verb.ts'

/** Documents that stand on a branch by now. */
export interface JoinDocuments {
  readonly job: JobId
  readonly by: Actor
  readonly branch: string
  /** By name, and by the commit that has their bytes: what was replaced meanwhile has not joined. */
  readonly joined: readonly Pick<Document, 'name' | 'commit'>[]
}

/** Writes down where documents have gone, so that they go there once. Who has a part in what is reviewed was written down before. */
export const joinDocuments: Verb<JoinDocuments, Documents | undefined, void> = {
  load: async (read, { job }) => read.get('documents', job),
  decide: (row, { job, by, branch, joined }, now) => {
    const news = (row?.documents ?? []).filter(
      (one) => one.branch !== branch && joined.some(({ name, commit }) => one.name === name && one.commit === commit),
    )
    if (row === undefined || news.length === 0) return { events: [], effects: [], result: undefined }
    const event = eventMaker({ tenant: row.tenant, actor: by, now, job })
    const data = { branch, names: news.map(({ name }) => name) }
    const events: readonly NewEvent[] = [event('documents_joined', data)]
    return { events, effects: [], result: undefined }
  },
}
