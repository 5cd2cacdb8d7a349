import type { Ports } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import { identifySession, identifyToken } from './identify.ts'
import type { Principal } from './principal.ts'
import { isCsrf } from './secret.ts'

/** What a request says of who sends it. */
export interface Credentials {
  readonly method: string
  readonly authorization: string | undefined
  /** Of a browser that is signed in. */
  readonly session: string | undefined
  readonly csrf: string | undefined
}

/** Works out who is calling. Throws where nobody is, or where a page can't show that it is ours. */
export async function authenticate(ports: Ports, credentials: Credentials): Promise<Principal> {
  const { authorization, session, csrf, method } = credentials
  if (authorization !== undefined) return identifyToken(ports, bearerIn(authorization))
  if (session === undefined) throw new AppError('not_signed_in')
  const principal = await identifySession(ports, session)
  // The cookie comes along whoever makes the browser send the request; this header does not.
  if (method !== 'GET' && !isCsrf(csrf, session)) throw new AppError('csrf_missing')
  return principal
}

/** The token of an Authorization header. */
export function bearerIn(authorization: string): string {
  const [scheme, token, ...more] = authorization.split(' ')
  if (scheme?.toLowerCase() === 'bearer' && token !== undefined && more.length === 0) return token
  throw new AppError('not_signed_in', [], { message: 'Authorization is `Bearer`, a space and a token.' })
}
