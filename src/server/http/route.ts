import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { LOG_PLACE } from '../../api/log-place.ts'
import { COMMON_ERRORS, forPeople, type OperationShape } from '../../api/operation.ts'
import type { OperationName } from '../../api/operations.ts'
import { PAGE_KEY } from '../../api/page-key.ts'
import { refuseSecrets } from '../../engine/refuse-secrets.ts'
import type { Ports } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { Idempotency } from '../../model/idempotency.ts'
import { authenticate, signedIn } from '../access/authenticate.ts'
import type { Principal } from '../access/principal.ts'
import type { Refusals } from '../access/refusals.ts'
import type { SessionCookie } from '../access/session-cookie.ts'
import type { Call, Handlers, StreamPlan } from '../call.ts'
import type { Streams } from '../events/streams.ts'
import { etagOf, isKnown } from './etag.ts'
import type { securityHeaders } from './headers.ts'
import { type HttpRequest, headerOf } from './http-request.ts'
import type { Limits } from './limits.ts'
import { type Names, refuseOtherOrigin } from './names.ts'
import { toAppError } from './problem.ts'
import { inputReader } from './read-input.ts'
import { requestHash } from './request-hash.ts'
import { type BytesPlan, sendBytes } from './send-bytes.ts'
import { whenClosed } from './when-closed.ts'

/** What all routes share. */
export interface RouteParts {
  readonly ports: Ports
  readonly limits: Limits
  readonly cookie: SessionCookie
  readonly streams: Streams
  readonly refusals: Refusals
  readonly names: () => Names
  /** What every answer carries. */
  readonly headers: ReturnType<typeof securityHeaders>
  /** Aborted when the server leaves, so that nobody who waits for news keeps it. */
  readonly closing: AbortSignal
  /** Told of what should not have happened; a caller learns nothing of it. */
  readonly report: (what: string, error: unknown) => void
}

type AnyHandler = (call: unknown) => Promise<unknown>

/** Serves one operation: who calls, whether they may, what they say; then its handler, and the answer. */
export function route(
  { name, operation, handler }: { name: OperationName; operation: OperationShape; handler: Handlers[OperationName] },
  parts: RouteParts,
): (c: HttpRequest) => Promise<Response> {
  const readInput = inputReader(operation)
  const declared = new Set<string>([...COMMON_ERRORS, ...operation.errors])
  const handle = handler as AnyHandler
  return async (c) => {
    let leave: (() => void) | undefined
    try {
      refuseOtherOrigin(c.env.incoming.headers, parts.names())
      const principal = operation.callers === 'anyone' ? nobody(c, parts, name) : await whoCalls(c, parts)
      leave = principal === null ? undefined : parts.limits.enter(principal.owner, principal.kind === 'program')
      if (!mayCall(operation, principal)) await refuse({ name, operation }, principal, parts.refusals)
      const input = await readInput(c, () => theirTurn(principal, parts))
      const cookies: string[] = []
      const place = placeFor(principal, parts)
      const idempotency = idempotencyOf(c, { name, operation, principal, input })
      const call = callOf(c, { principal, input, idempotency }, parts)
      const answer = await handle({ ...call, setCookie: (cookie: string) => cookies.push(cookie) })
      const headers = { ...timedHeaders(parts), ...place }
      if (operation.streams) return stream(c, { plan: answer as StreamPlan, principal, parts })
      if (operation.sends_file) {
        if (principal !== null) whenClosed(c.env.outgoing, parts.limits.enterFile(principal.owner))
        return sendBytes(answer as BytesPlan, headers)
      }
      const isRead = operation.method === 'GET'
      const text = JSON.stringify(answer)
      if (principal !== null) untilTaken(c, { principal, isRead, length: text.length }, parts)
      return respond(c, { text, cookies, isRead, headers })
    } catch (error) {
      const known = toAppError(error)
      // A server that ends breaks off what it still works on, and nobody hears how that failed.
      if (!declared.has(known.code) && !parts.closing.aborted)
        parts.report(`${name} answers ${known.code}, which it does not declare`, error)
      throw known
    } finally {
      leave?.()
    }
  }
}

/** Before anything is made of what was sent. Whoever leaves answers untaken is not worked for. */
async function theirTurn(principal: Principal | null, { limits }: RouteParts): Promise<void> {
  if (principal === null) return
  await limits.takeTurn(principal)
  limits.refuseUntaken(principal)
}

/** Holds an answer against whoever asked for it, until they have it or are gone. */
function untilTaken(
  c: HttpRequest,
  { principal, isRead, length }: { readonly principal: Principal; readonly isRead: boolean; readonly length: number },
  { limits }: RouteParts,
): void {
  // Many may have waited for this at once. What was done is done, and is said.
  if (isRead) limits.refuseUntaken(principal)
  whenClosed(c.env.outgoing, limits.enterAnswer(principal, length))
}

/** Where anybody may call, it is not asked who does: they have the share of their address. */
function nobody(c: HttpRequest, { limits }: RouteParts, name?: OperationName): null {
  const address = c.env.incoming.socket.remoteAddress ?? ''
  if (name === 'sign_in') limits.takeSignIn(address)
  else limits.takeAnonymous(address)
  return null
}

/** Who calls. Whoever shows nothing, or something that is worth nothing, has only the share of their address. */
async function whoCalls(c: HttpRequest, parts: RouteParts): Promise<Principal> {
  try {
    return await authenticate(parts.ports, {
      authorization: headerOf(c, 'authorization'),
      ...halvesOf(c, parts.cookie),
    })
  } catch (error) {
    nobody(c, parts)
    throw error
  }
}

/** What a browser sends of its sign-in. */
function halvesOf(c: HttpRequest, cookie: SessionCookie) {
  return { cookie: cookie.read(headerOf(c, 'cookie')), pageKey: headerOf(c, PAGE_KEY.header) }
}

/** Nobody but those that the operation names; the default is no. */
function mayCall({ callers }: OperationShape, principal: Principal | null): boolean {
  return callers === 'anyone' || (principal !== null && callers.includes(principal.caller))
}

async function refuse(
  { name, operation }: Pick<Asked, 'name' | 'operation'>,
  principal: Principal | null,
  refusals: Refusals,
): Promise<never> {
  const { callers } = operation
  if (principal === null || callers === 'anyone') throw new AppError('not_authorised')
  const isForPeople = principal.kind === 'program' && !callers.some((one) => one === 'agent' || one === 'service')
  if (!isForPeople) return refusals.refuse(principal, name, new AppError('not_authorised'))
  const message = forPeople(operation)
  const words = message === undefined ? {} : { message }
  return refusals.refuse(principal, name, new AppError('actor_not_human', [], words))
}

function callOf(
  c: HttpRequest,
  known: Pick<Asked, 'principal' | 'input'> & Pick<Call<OperationName>, 'idempotency'>,
  { ports, cookie, closing }: RouteParts,
) {
  return {
    ...known,
    authorization: headerOf(c, 'authorization'),
    origin: headerOf(c, 'origin'),
    signedIn: () => signedIn(ports, halvesOf(c, cookie)),
    ifNoneMatch: headerOf(c, 'if-none-match'),
    // Made only where somebody waits, because it costs more than most answers.
    signal: () => AbortSignal.any([c.req.raw.signal, closing]),
  }
}

interface Asked {
  readonly name: OperationName
  readonly operation: OperationShape
  readonly principal: Principal | null
  readonly input: unknown
}

function idempotencyOf(c: HttpRequest, { name, operation, principal, input }: Asked): Idempotency | undefined {
  const key = headerOf(c, 'idempotency-key')
  if (key === undefined || operation.repeat === 'safe' || principal === null) return undefined
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    const message = 'An Idempotency-Key has 1 to 255 visible ASCII characters.'
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }])
  }
  refuseSecrets(key, '')
  return { owner: principal.owner, key, request: requestHash(name, input) }
}

/** Read before anything is read for an answer: behind it is everything that the answer does not show. */
function placeFor(principal: Principal | null, { streams }: RouteParts): Answer['headers'] {
  return principal === null ? {} : { [LOG_PLACE]: String(streams.place) }
}

/**
 * What every answer carries, with the time at which it is given. That is the store's, which judges every deadline: where the clock on the
 * wall was set back, the two differ.
 */
export function timedHeaders({ headers, ports }: Pick<RouteParts, 'headers' | 'ports'>): Answer['headers'] {
  return { ...headers.data, Date: ports.store.now().toUTCString() }
}

interface Answer {
  readonly text: string
  readonly cookies: readonly string[]
  readonly isRead: boolean
  readonly headers: Readonly<Record<string, string>>
}

/** One plain object of headers, which Node's side of Hono hands on as it is. */
function respond(c: HttpRequest, { text, cookies, isRead, headers }: Answer): Response {
  const [cookie] = cookies
  const own = { ...headers, 'Content-Type': 'application/json', ...(cookie !== undefined && { 'Set-Cookie': cookie }) }
  if (!isRead) return new Response(text, { headers: own })
  const etag = etagOf(text)
  if (isKnown(etag, headerOf(c, 'if-none-match'))) {
    return new Response(null, { status: 304, headers: { ...headers, ETag: etag } })
  }
  return new Response(text, { headers: { ...own, ETag: etag } })
}

interface Streamed {
  readonly plan: StreamPlan
  readonly principal: Principal | null
  readonly parts: RouteParts
}

/** From here on the response is the stream's own. */
function stream(c: HttpRequest, { plan, principal, parts }: Streamed): Response {
  if (principal === null) throw new AppError('not_signed_in')
  const { recheck, kind } = principal
  const reading = { plan: resumed(c, plan), recheck, isProgram: kind === 'program', headers: timedHeaders(parts) }
  parts.streams.open(c.env.outgoing, reading)
  // Made after another listener of this process began, it is one of the library's own light responses, whose mark is looked for only
  // once it has become a real one. Otherwise a second answer would be written over the stream.
  if (RESPONSE_ALREADY_SENT.bodyUsed) throw new Error('Nobody reads what was sent already.')
  return RESPONSE_ALREADY_SENT
}

/** Where a reader was cut off counts more than where it began. */
function resumed(c: HttpRequest, plan: StreamPlan): StreamPlan {
  const last = headerOf(c, 'last-event-id')
  if (last === undefined || last === '') return plan
  // What we never sent is no place in our log.
  return { ...plan, after: /^\d{1,15}$/.test(last) ? Number(last) : Number.MAX_SAFE_INTEGER }
}
