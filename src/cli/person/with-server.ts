import type { ApiClient } from '../../client/api-client.ts'
import { findServer, openDesk } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Io } from '../io.ts'
import { credentialsFor, keptRoot, serverOf } from './with-desk.ts'

/** The server of this folder, for whoever has signed in. Throws `not_found` where none is running. */
export async function serverFor(io: Io): Promise<ApiClient> {
  const root = keptRoot(io.folder)
  const server = await serverOf(root, io)
  if (server !== undefined) return server
  // Whoever is not let in is told here as everywhere else whom to ask.
  if ((await findServer(root)) !== undefined) {
    await (await openDesk({ root, credentials: credentialsFor(root, io) })).close()
  }
  throw new AppError('not_found', [], {
    message: 'No server is running in this folder.',
    details: { next: 'Start it: leeway up' },
  })
}
