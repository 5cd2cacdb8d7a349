import type { ApiClient } from '../../client/api-client.ts'
import { AppError } from '../../model/errors.ts'
import { findServer } from '../../open-server.ts'
import type { Io } from '../io.ts'
import { keptRoot, serverOf } from './with-desk.ts'

/** The server of this folder, for whoever has signed in. Throws `not_found` where none is running. */
export async function serverFor(io: Io): Promise<ApiClient> {
  const root = keptRoot(io.folder)
  const server = await serverOf(root, io)
  if (server !== undefined) return server
  if ((await findServer(root)) !== undefined) {
    throw new AppError('not_authorised', [], {
      message: 'You have not signed in here.',
      details: { next: 'Sign in: leeway login' },
    })
  }
  throw new AppError('not_found', [], {
    message: 'No server is running in this folder.',
    details: { next: 'Start it: leeway up' },
  })
}
