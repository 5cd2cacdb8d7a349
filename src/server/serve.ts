import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { AppError } from '../model/errors.ts'
import type { Context } from '../sdk/context.ts'
import { Reception } from '../sdk/desk/reception.ts'
import { Challenges } from './access/challenges.ts'
import { identifyToken } from './access/identify.ts'
import { Refusals } from './access/refusals.ts'
import { sessionCookie } from './access/session-cookie.ts'
import { SignIns } from './access/sign-ins.ts'
import { StepUps } from './access/step-ups.ts'
import type { ShowCode } from './access/terminal-codes.ts'
import { type Address, refuseUnsafe } from './bind.ts'
import { STREAM_TERMS, type StreamTerms } from './events/event-stream.ts'
import { LogTail } from './events/log-tail.ts'
import { Streams } from './events/streams.ts'
import { type ForgeDoor, forgeAnswer } from './forge/forge-door.ts'
import { answerGit, type GitDoor } from './git/git-door.ts'
import { LOAD_OPERATIONS, operationsOf } from './handlers.ts'
import type { House } from './house.ts'
import { app } from './http/app.ts'
import { securityHeaders } from './http/headers.ts'
import { type LimitSettings, Limits, USUAL_LIMITS } from './http/limits.ts'
import { type Names, namesOf } from './http/names.ts'
import { problemResponse, toAppError } from './http/problem.ts'
import { type Listening, listenAt, type Times } from './listen.ts'
import { loadRest } from './load-rest.ts'
import { OpenHolds, USUAL_MOST_HELD } from './open-holds.ts'
import { findPages } from './pages/pages.ts'
import { signInUrl } from './pages/sign-in-url.ts'
import { RemotePresence } from './remote-presence.ts'
import { RemoteSessions } from './remote-sessions.ts'
import { refuseSecond, ServerLease } from './server-lease.ts'
import type { WebhookDoor } from './webhook-door.ts'

/** How a server runs. */
export interface ServeOptions {
  readonly address: Address
  readonly version: string
  /** The folder of the built cockpit; null where there is none. */
  readonly cockpit: string | null
  /** Shows a code in the server's own terminal; null where there is none, and codes are read at a command line. */
  readonly showCode: ShowCode | null
  readonly report: (what: string, error: unknown) => void
  /** Serves repositories to git clients. */
  readonly git: GitDoor
  /** Takes messages of the project's forge; absent where there is none, or nothing to check them with. */
  readonly forge?: ForgeDoor | undefined
  /** Who else is told what waits for people. */
  readonly webhooks: WebhookDoor
  readonly limits?: LimitSettings | undefined
  /** How many checkpoints of one credential may be open at once. */
  readonly mostHeld?: number | undefined
  readonly streamTerms?: StreamTerms | undefined
  readonly times?: Times | undefined
}

/** A server that answers. */
export interface RunningServer {
  readonly url: string
  /** Whether it is the one who answers to `localhost` at its port, where passkeys work. */
  readonly hasLocalhost: boolean
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
  // Four times as long as anybody waits for news.
  stillTimeout: 120_000,
}
const CLOSE_MS = 3000
/** When what nobody has asked for yet is loaded as well: an update of the package then takes none of it away from a server that runs. */
const LOAD_REST_MS = 2000
/** Every address of a machine, which is the name of none. */
const ANY: readonly string[] = ['0.0.0.0', '::']

/** Starts the one server of a folder. */
export async function serve(context: Context, options: ServeOptions): Promise<RunningServer> {
  const { address } = options
  const administrators = await new Reception(context).administrators()
  refuseUnsafe(address, administrators.length > 0)
  await refuseSecond(context.store)
  const built = build(context, options)
  const listening = await listenAt(address, options.times ?? USUAL_TIMES, built.listener)
  const { port, servers, hasLocalhost } = listening
  const url = address.proxy ?? `${address.tls ? 'https' : 'http'}://${shownHost(address)}:${port}`
  const lease = new ServerLease(context.store, context.session, url)
  try {
    await lease.take()
    await built.tail.open()
    // Until here it answers to no name.
    built.setPlace(url, listening)
  } catch (error) {
    for (const server of servers) server.close()
    throw error
  }
  return running(context, { ...built, servers, hasLocalhost, lease, url })
}

/** Where browsers reach a server. */
interface Place {
  readonly url: string
  readonly port: number
  readonly names: Names
}

/** All parts of a server but its socket, whose address is known only once it listens. */
function build(context: Context, options: ServeOptions) {
  const { address, report, showCode } = options
  const isOverTls = address.tls !== undefined || address.proxy !== undefined
  let place: Place = { url: '', port: 0, names: { hosts: new Set(), isOverTls } }
  const tail = new LogTail(context.store)
  const closing = new AbortController()
  const headers = securityHeaders(isOverTls)
  const streams = new Streams(tail, options.streamTerms ?? STREAM_TERMS)
  const signIns = new SignIns(context)
  const house: House = {
    context,
    signIns,
    stepUps: new StepUps(context.store, showCode),
    newPasskeys: new Challenges(() => context.store.now()),
    tail,
    cookie: sessionCookie({ secure: isOverTls, port: () => place.port }),
    sessions: new RemoteSessions(context),
    presence: new RemotePresence(context),
    openHolds: new OpenHolds(context.store, options.mostHeld ?? USUAL_MOST_HELD, (text) => report(text, undefined)),
    webhooks: options.webhooks,
    url: (name) => (name === undefined ? place.url : underName(place, name)),
  }
  const limits = new Limits(options.limits ?? USUAL_LIMITS)
  const pages = findPages(options)
  const answer = app({
    operation: operationsOf(house),
    ...(options.forge && { forge: forgeAnswer(options.forge, { limits, headers: headers.data }) }),
    git: (c) => answerGit({ context, door: options.git, limits, names: () => place.names, url: house.url }, c),
    names: () => place.names,
    headers,
    pages,
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
  const setPlace = (url: string, { port, hasLocalhost }: Listening) => {
    const names = [address.host, ...(address.names ?? [])].filter((name) => !ANY.includes(name))
    const exactly = address.proxy === undefined ? undefined : new URL(address.proxy).host
    place = { url, port: portIn(url), names: namesOf({ port, names, exactly, isOverTls, hasLocalhost }) }
  }
  const loads = [...LOAD_OPERATIONS, ...pages.loads]
  return { listener, tail, streams, signIns, setPlace, closing, report, loads }
}

/** The port that browsers know, which is not named where it is the usual one. */
function portIn(url: string): number {
  const { port, protocol } = new URL(url)
  return port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port)
}

/** The same server under another of its names. */
function underName({ url, names }: Place, name: string): string {
  const other = new URL(url)
  other.hostname = name
  if (!names.hosts.has(other.host)) throw new AppError('wrong_host')
  return other.origin
}

/** What is no request at all. */
function unreadable(error: unknown): AppError {
  const known = toAppError(error)
  return known.code === 'internal' ? new AppError('wrong_host', [], { cause: error }) : known
}

/** A name that browsers know, before an address that means every one. */
function shownHost({ host, names = [] }: Address): string {
  const [name] = names
  if (name !== undefined) return name
  if (ANY.includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

interface Parts
  extends Pick<ReturnType<typeof build>, 'tail' | 'streams' | 'signIns' | 'closing' | 'report' | 'loads'> {
  readonly servers: Listening['servers']
  readonly hasLocalhost: boolean
  readonly lease: ServerLease
  readonly url: string
}

function running(context: Context, parts: Parts): RunningServer {
  const { servers, hasLocalhost, lease, tail, streams, signIns, closing, url, report, loads } = parts
  let closed: Promise<void> | undefined
  const rest = setTimeout(() => void loadRest(loads, { closing: closing.signal, report }), LOAD_REST_MS).unref()
  const close = async () => {
    clearTimeout(rest)
    const ended = Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
    // Whoever waits for news gets no more of it here.
    closing.abort()
    streams.close()
    for (const server of servers) server.closeIdleConnections()
    const late = setTimeout(() => servers.forEach((server) => server.closeAllConnections()), CLOSE_MS)
    await ended
    clearTimeout(late)
    tail.close()
    await lease.release()
  }
  return {
    url,
    hasLocalhost,
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
