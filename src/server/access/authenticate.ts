import type { Ports } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import { identifySession, identifyToken } from './identify.ts'
import type { PersonPrincipal, Principal } from './principal.ts'

/** What a request says of who sends it. */
export interface Credentials {
  readonly authorization: string | undefined
  /** Of a browser that is signed in. */
  readonly cookie: string | undefined
  /** What our own page was given at its sign-in. */
  readonly pageKey: string | undefined
}

/** Works out who is calling. Throws where nobody is, or where a cookie comes without what only our page knows. */
export async function authenticate(ports: Ports, credentials: Credentials): Promise<Principal> {
  const { authorization, cookie, pageKey } = credentials
  if (authorization !== undefined) return identifyToken(ports, bearerIn(authorization))
  if (cookie === undefined) throw new AppError('not_signed_in')
  // The cookie comes along whoever makes the browser send the request, and goes to every port of the host; this header does not.
  if (pageKey === undefined) throw halfOnly()
  return identifySession(ports, { cookie, pageKey })
}

/** Whose browser it is; null where it is nobody's any more. */
export async function signedIn(
  ports: Ports,
  { cookie, pageKey }: Omit<Credentials, 'authorization'>,
): Promise<PersonPrincipal | null> {
  if (cookie === undefined || pageKey === undefined) return null
  return identifySession(ports, { cookie, pageKey }).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_signed_in') return null
    throw error
  })
}

/** The token of an Authorization header. */
export function bearerIn(authorization: string): string {
  const [scheme, token, ...more] = authorization.split(' ')
  if (scheme?.toLowerCase() === 'bearer' && token !== undefined && more.length === 0) return token
  throw new AppError('not_signed_in', [], { message: 'Authorization is `Bearer`, a space and a token.' })
}

function halfOnly(): AppError {
  const message = 'A cookie alone signs nobody in: the key that this page was given at its sign-in is missing.'
  const next = 'Sign in again: open the link that `leeway up` or `leeway open` prints.'
  return new AppError('not_signed_in', [], { message, details: { next } })
}
