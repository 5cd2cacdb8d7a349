import { ApiClient } from '../../client/api-client.ts'
import { openReception } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { findServer } from '../../open-server.ts'
import type { Io } from '../io.ts'
import { credentialsFor, keptRoot } from './with-desk.ts'

/** The server of this folder, for whoever has signed in. Throws `not_found` where none is running. */
export async function serverFor(io: Io): Promise<ApiClient> {
  const root = keptRoot(io.folder)
  const url = await findServer(root)
  if (url === undefined) {
    throw new AppError('not_found', [], {
      message: 'No server is running in this folder.',
      details: { next: 'leeway up' },
    })
  }
  const reception = await openReception({ root })
  const names = await reception.names().finally(() => reception.close())
  const token = await credentialsFor(root, io)(names)
  if (token === undefined) throw new AppError('not_authorised', [], { message: 'You have not signed in here.' })
  return new ApiClient({ url, token })
}
