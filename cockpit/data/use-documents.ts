import { queryOptions, useQuery } from '@tanstack/react-query'
import type { OutputOf } from '../../src/api/operations.ts'
import type { JobId } from '../../src/model/ids.ts'
import { api } from './api.ts'

/** What people gave a job. */
export type ShownDocument = OutputOf<'list_documents'>['documents'][number]

/** Reads what people gave a job. */
export function documentsQuery(job: JobId) {
  return queryOptions({
    queryKey: ['documents', job],
    queryFn: async (): Promise<readonly ShownDocument[]> => (await api.call('list_documents', { job })).documents,
  })
}

/** What people gave a job, kept up to date by the stream. */
export function useDocuments(job: JobId) {
  return useQuery(documentsQuery(job))
}
