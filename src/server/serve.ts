import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { AppError } from '../model/errors.ts'
import type { Context } from '../sdk/context.ts'
import { Reception } from '../sdk/desk/reception.ts'
import { identifyToken } from './access/identify.ts'
import { Refusals } from './access/refusals.ts'
import { sessionCookie } from './access/session-cookie.ts'
import { SignIns } from './access/sign-ins.ts'
import { type ShowCode, StepUps } from './access/step-ups.ts'
import { type Address, refuseUnsafe } from './bind.ts'
import { STREAM_TERMS, type StreamTerms } from './events/event-stream.ts'
import { LogTail } from './events/log-tail.ts'
import { Streams } from './events/streams.ts'
import { type ForgeDoor, forgeAnswer } from './forge/forge-door.ts'
import { answerGit, type GitDoor } from './git/git-door.ts'
import { handlers } from './handlers.ts'
import type { House } from './house.ts'
import { app } from './http/app.ts'
import { securityHeaders } from './http/headers.ts'
import { type LimitSettings, Limits, USUAL_LIMITS } from './http/limits.ts'
import { type Names, namesOf } from './http/names.ts'
import { problemResponse, toAppError } from './http/problem.ts'
import { readPages } from './pages/pages.ts'
import { signInUrl } from './pages/sign-in-url.ts'
import { RemoteSessions } from './remote-sessions.ts'
import { ServerLease } from './server-lease.ts'

/** How a server runs. */
export interface ServeOptions {
  readonly address: Address
  readonly version: string
  /** The folder of the built cockpit; null where there is none. */
  readonly cockpit: string | null
  /** Shows a code in the server's own terminal; null where there is none. */
  readonly showCode: ShowCode | null
  readonly report: (what: string, error: unknown) => void
  /** Serves repositories to git clients. */
  readonly git: GitDoor
  /** Takes messages of the project's forge; absent where there is none, or nothing to check them with. */
  readonly forge?: ForgeDoor | undefined
  readonly limits?: LimitSettings | undefined
  readonly streamTerms?: StreamTerms | undefined
  readonly times?: Times | undefined
}

/** How long a request may take to arrive, and how often it is looked whether one takes too long, in milliseconds. */
export interface Times {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
}

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  /** How many browsers and agents are listening. */
  readonly streams: () => number
  /** A link that signs the holder of a token in, once. */
  signInLink(token: string): Promise<string>
  /** Lets everybody finish, then leaves. What is held stays held. */
  close(): Promise<void>
}

const USUAL_TIMES: Times = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  keepAliveTimeout: 30_000,
  connectionsCheckingInterval: 5000,
}
const CLOSE_MS = 3000
/** Every address of a machine, which is the name of none. */
const ANY: readonly string[] = ['0.0.0.0', '::']

/** Starts the one server of a folder. */
export async function serve(context: Context, options: ServeOptions): Promise<RunningServer> {
  const { address } = options
  const administrators = await new Reception(context).administrators()
  refuseUnsafe(address, administrators.length > 0)
  const built = build(context, options)
  const server = makeServer(address, options.times ?? USUAL_TIMES, built.listener)
  const port = await listen(server, address)
  const url = address.proxy ?? `${address.tls ? 'https' : 'http'}://${shownHost(address)}:${port}`
  const lease = new ServerLease(context.store, context.session, url)
  try {
    await lease.take()
    await built.tail.open()
    // Until here it answers to no name.
    built.setPlace(url, port)
  } catch (error) {
    server.close()
    throw error
  }
  return running(context, { ...built, server, lease, url })
}

/** All parts of a server but its socket, whose address is known only once it listens. */
function build(context: Context, options: ServeOptions) {
  const { address, report, showCode } = options
  const isOverTls = address.tls !== undefined || address.proxy !== undefined
  let place: { readonly url: string; readonly names: Names } = { url: '', names: { hosts: new Set(), isOverTls } }
  const tail = new LogTail(context.store)
  const closing = new AbortController()
  const headers = securityHeaders(isOverTls)
  const streams = new Streams(tail, options.streamTerms ?? STREAM_TERMS, headers.data)
  const signIns = new SignIns(context)
  const house: House = {
    context,
    signIns,
    stepUps: new StepUps(showCode, () => context.store.now()),
    tail,
    cookie: sessionCookie(isOverTls),
    sessions: new RemoteSessions(context),
    url: () => place.url,
  }
  const limits = new Limits(options.limits ?? USUAL_LIMITS)
  const answer = app({
    handlers: handlers(house),
    ...(options.forge && { forge: forgeAnswer(options.forge, { limits, headers: headers.data }) }),
    git: (c) => answerGit({ context, door: options.git, limits, names: () => place.names }, c),
    names: () => place.names,
    headers,
    pages: readPages(options),
    ports: context,
    cookie: house.cookie,
    limits,
    streams,
    refusals: new Refusals(context),
    closing: closing.signal,
    report,
  })
  const listener = getRequestListener((request, env) => answer(request, env as HttpBindings), {
    errorHandler: (error) => problemResponse(unreadable(error), headers.data),
  })
  const setPlace = (url: string, port: number) => {
    const names = [address.host, ...(address.names ?? [])].filter((name) => !ANY.includes(name))
    const exactly = address.proxy === undefined ? undefined : new URL(address.proxy).host
    place = { url, names: namesOf({ port, names, exactly, isOverTls }) }
  }
  return { listener, tail, streams, signIns, setPlace, closing }
}

/** What is no request at all. */
function unreadable(error: unknown): AppError {
  const known = toAppError(error)
  return known.code === 'internal' ? new AppError('wrong_host', [], { cause: error }) : known
}

function makeServer({ tls }: Address, times: Times, listener: ReturnType<typeof getRequestListener>): Server {
  // Node would take the first of two credentials; together they are none.
  const options = { ...times, joinDuplicateHeaders: true }
  return tls === undefined ? createServer(options, listener) : createTlsServer({ ...tls, ...options }, listener)
}

async function listen(server: Server, { host, port, orAny = false }: Address): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen({ host, port }, resolve)
  try {
    await promise
  } catch (cause) {
    const { code = 'it failed' } = cause as NodeJS.ErrnoException
    if (orAny && code === 'EADDRINUSE') return listen(server, { host, port: 0 })
    const message = `Nobody can listen at ${host}:${port}: ${code}.`
    throw new AppError('already_serving', [], { message, cause, details: { next: 'Choose another port: --port N' } })
  }
  return (server.address() as AddressInfo).port
}

/** A name that browsers know, before an address that means every one. */
function shownHost({ host, names = [] }: Address): string {
  const [name] = names
  if (name !== undefined) return name
  if (ANY.includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

interface Parts extends Pick<ReturnType<typeof build>, 'tail' | 'streams' | 'signIns' | 'closing'> {
  readonly server: Server
  readonly lease: ServerLease
  readonly url: string
}

function running(context: Context, { server, lease, tail, streams, signIns, closing, url }: Parts): RunningServer {
  let closed: Promise<void> | undefined
  const close = async () => {
    const ended = new Promise<void>((resolve) => server.close(() => resolve()))
    // Whoever waits for news gets no more of it here.
    closing.abort()
    streams.close()
    server.closeIdleConnections()
    const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS)
    await ended
    clearTimeout(late)
    tail.close()
    await lease.release()
  }
  return {
    url,
    streams: () => streams.count,
    signInLink: async (token) => {
      const principal = await identifyToken(context, token)
      if (principal.kind !== 'person') throw new AppError('actor_not_human')
      return signInUrl(url, signIns.link(principal).code)
    },
    close: () => {
      closed ??= close()
      return closed
    },
  }
}
