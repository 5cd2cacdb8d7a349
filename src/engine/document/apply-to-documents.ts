import { JobId } from '../../model/ids.ts'
import type { EventType } from '../event.ts'
import { pullIdOf } from '../pull/pull-state.ts'
import { type ApplyTo, idOf, put, there } from '../row-change.ts'
import { everWith, NONE, withDocuments } from './add-documents.ts'

type DocumentEvent = Extract<EventType, 'documents_uploaded' | 'documents_sent' | 'documents_joined'>

/** What events of documents make of the rows. */
export const APPLY_TO_DOCUMENTS: { readonly [Type in DocumentEvent]: ApplyTo<Type> } = {
  documents_uploaded: (look, { data, job: id, tenant }) => {
    const job = JobId.parse(idOf(id))
    const row = look('documents', job) ?? { job, tenant, documents: [], ever: NONE, sent: [] }
    const documents = withDocuments(row.documents, data.documents)
    return [put('documents', job, { ...row, documents, ever: everWith(row.ever, data.documents) })]
  },
  documents_sent: (look, { data: { branch, sent }, job: id }) => {
    const job = JobId.parse(idOf(id))
    const row = there(look, 'documents', job)
    const pull = look('pulls', pullIdOf(job, branch))
    const by = sent.map((one) => one.by)
    return [
      put('documents', job, { ...row, sent: [...row.sent, ...sent] }),
      ...(pull === undefined
        ? []
        : [put('pulls', pull.id, { ...pull, pushed_by: [...new Set([...pull.pushed_by, ...by])] })]),
    ]
  },
  documents_joined: (look, { data: { branch, names }, job: id }) => {
    const job = JobId.parse(idOf(id))
    const row = there(look, 'documents', job)
    const documents = row.documents.map((one) => (names.includes(one.name) ? { ...one, branch } : one))
    return [put('documents', job, { ...row, documents })]
  },
}
