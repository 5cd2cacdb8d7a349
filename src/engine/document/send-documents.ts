import type { Actor } from '../../model/actor.ts'
import type { Document, Documents, SentDocument } from '../../model/document.ts'
import { AppError } from '../../model/errors.ts'
import type { JobId } from '../../model/ids.ts'
import { quote } from '../../model/quote.ts'
import { eventMaker } from '../event-maker.ts'
import { pullIdOf } from '../pull/pull-state.ts'
import type { Verb } from '../verb.ts'

/** Documents are about to be put on a branch. */
export interface SendDocuments {
  readonly job: JobId
  readonly by: Actor
  readonly branch: string
  /** By name, and by the commit that has their bytes. */
  readonly documents: readonly Pick<Document, 'name' | 'commit'>[]
}

/**
 * Written before the branch moves: whoever's bytes may stand there has a part in what is reviewed, though the process
 * ends or somebody replaces them in the next moment. Throws `head_moved` for what was replaced before.
 */
export const sendDocuments: Verb<SendDocuments, Documents | undefined, void> = {
  load: async (read, { job, branch }) => {
    // Its row changes with it.
    await read.get('pulls', pullIdOf(job, branch))
    return read.get('documents', job)
  },
  decide: (row, { job, by, branch, documents }, now) => {
    const sending = documents.flatMap((one) => sentTo(branch, current(row, one)))
    const news = sending.filter((one) => !(row?.sent ?? []).some((known) => isSame(known, one)))
    if (row === undefined || news.length === 0) return { events: [], effects: [], result: undefined }
    const event = eventMaker({ tenant: row.tenant, actor: by, now, job })
    return { events: [event('documents_sent', { branch, sent: news })], effects: [], result: undefined }
  },
}

function current(row: Documents | undefined, { name, commit }: Pick<Document, 'name' | 'commit'>): Document {
  const found = row?.documents.find((one) => one.name === name && one.commit === commit)
  if (found !== undefined) return found
  throw new AppError('head_moved', [], { message: `Somebody has replaced ${quote(name)} meanwhile. Take the new one.` })
}

/** Whoever gave it, and whose words it has replaced before they were on `main`. */
function sentTo(branch: string, { name, sha256, by, before = [] }: Document): readonly SentDocument[] {
  return [by, ...before].map((giver) => ({ branch, name, sha256, by: giver }))
}

function isSame(a: SentDocument, b: SentDocument): boolean {
  return a.branch === b.branch && a.name === b.name && a.sha256 === b.sha256 && a.by === b.by
}
