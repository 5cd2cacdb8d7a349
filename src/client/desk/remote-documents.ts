import type { DocumentDesk } from '../../sdk/document-desk.ts'
import type { Call } from './call.ts'

/** Documents, as a person gives them at a server. */
export function documentsOf(call: Call): DocumentDesk {
  return {
    list: async (job) => (await call('list_documents', { job })).documents,
    read: async (job, name) => {
      const { document, base64 } = await call('read_document', { job, name })
      return { document, bytes: Buffer.from(base64, 'base64') }
    },
    upload: async ({ job, documents, replace = false }) => {
      const given = documents.map(({ name, bytes }) => ({ name, base64: Buffer.from(bytes).toString('base64') }))
      return (await call('upload_documents', { job, documents: given, replace })).documents
    },
  }
}
