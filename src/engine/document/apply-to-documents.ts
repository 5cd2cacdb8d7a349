import { JobId } from '../../model/ids.ts'
import type { EventType } from '../event.ts'
import { pullIdOf } from '../pull/pull-state.ts'
import { type ApplyTo, idOf, put, there } from '../row-change.ts'
import { withDocuments } from './add-documents.ts'

type DocumentEvent = Extract<EventType, 'documents_uploaded' | 'documents_joined'>

/** What events of documents make of the rows. */
export const APPLY_TO_DOCUMENTS: { readonly [Type in DocumentEvent]: ApplyTo<Type> } = {
  documents_uploaded: (look, { data, job: id, tenant }) => {
    const job = JobId.parse(idOf(id))
    const before = look('documents', job)?.documents ?? []
    return [put('documents', job, { job, tenant, documents: withDocuments(before, data.documents) })]
  },
  documents_joined: (look, { data: { branch, names, by }, job: id }) => {
    const job = JobId.parse(idOf(id))
    const row = there(look, 'documents', job)
    const documents = row.documents.map((one) => (names.includes(one.name) ? { ...one, branch } : one))
    const pull = look('pulls', pullIdOf(job, branch))
    return [
      put('documents', job, { ...row, documents }),
      ...(pull === undefined
        ? []
        : [put('pulls', pull.id, { ...pull, pushed_by: [...new Set([...pull.pushed_by, ...by])] })]),
    ]
  },
}
