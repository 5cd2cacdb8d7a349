import { noSuch } from '../../engine/job-state.ts'
import { AppError } from '../../model/errors.ts'
import { documentBytes } from '../../sdk/document/document-changes.ts'
import { documentsOf } from '../../sdk/document/pending-documents.ts'
import { ownJob } from '../access/own-work.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { deskOf } from './desk-of.ts'

type Names = 'list_documents' | 'read_document' | 'upload_documents'

/** What people give jobs to read. */
export function documentHandlers({ context }: House): HandlersOf<Names> {
  return {
    list_documents: async ({ principal, input: { job } }) => {
      if (principal.kind === 'person') return { documents: await deskOf(context, principal).documents.list(job) }
      await ownJob(context.store, principal, job)
      return { documents: await documentsOf(context, job) }
    },
    read_document: async (call) => {
      const { document, bytes } = await read(context, call)
      return { document, base64: Buffer.from(bytes).toString('base64') }
    },
    upload_documents: async ({ principal, input, idempotency }) => {
      const { job, replace } = input
      const documents = input.documents.map(({ name, base64 }, index) => ({ name, bytes: bytesOf(base64, index) }))
      const { documents: desk } = deskOf(context, principal, idempotency)
      return { documents: await desk.upload({ job, documents, replace }) }
    },
  }
}

async function read(context: House['context'], { principal, input: { job, name } }: Call<'read_document'>) {
  if (principal.kind === 'person') return deskOf(context, principal).documents.read(job, name)
  await ownJob(context.store, principal, job)
  const document = (await documentsOf(context, job)).find((one) => one.name === name)
  if (document === undefined) throw noSuch('document', name)
  return { document, bytes: await documentBytes(context.workspaces, job, document) }
}

/** Node leaves out what it can't read; then nobody would get what was given. */
function bytesOf(base64: string, index: number): Uint8Array {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.toString('base64') === base64) return bytes
  const message = 'The bytes of a document are base64, with = at the end where it needs them.'
  throw new AppError('invalid_input', [{ code: 'bad_encoding', message, path: `/documents/${index}/base64` }])
}
