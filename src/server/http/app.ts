import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { OperationShape } from '../../api/operation.ts'
import type { OperationName } from '../../api/operations.ts'
import { ROUTES } from '../../api/routes.ts'
import { AppError, ERRORS } from '../../model/errors.ts'
import type { operationsOf } from '../handlers.ts'
import { loadOnce } from '../load-once.ts'
import { NOT_WHOLE } from '../load-rest.ts'
import type { Pages } from '../pages/pages.ts'
import { type HttpRequest, headerOf } from './http-request.ts'
import { refuseOtherHost } from './names.ts'
import { problemResponse, toAppError } from './problem.ts'
import { type RouteParts, route, timedHeaders } from './route.ts'

/** Everything that the routes are made of. */
export interface AppParts extends RouteParts {
  /** Loads an operation and what it does. */
  readonly operation: ReturnType<typeof operationsOf>
  readonly pages: Pages
  /** Answers clone, fetch and push. */
  readonly git: Answering
  /** Takes messages of the forge; absent where there is none. */
  readonly forge?: Answering | undefined
}

type Answering = (c: HttpRequest) => Promise<Response>

/** Answers a request of Node's. */
export type Answer = (request: Request, env: HttpBindings) => Response | Promise<Response>

const DATA = '/v1/'
const FORGE_HOOK = '/hooks/forge'

/** All routes, behind what every request has to pass. */
export function app(parts: AppParts): Answer {
  const { headers, report } = parts
  // The usual router makes one expression of all routes at the first request, which takes a start longer than it ever spares a request.
  const routes = new Hono<{ Bindings: HttpBindings }>({ router: new TrieRouter() })
  for (const { name, method, path } of PLACES) routes.on(method, path, onceLoaded(name, parts))
  // What git asks for is no operation: its addresses and bodies are git's own. Who asks is worked out all the same.
  routes.all('/git/*', (c) => parts.git(c).catch((error) => refusedGit(error, parts)))
  // Nor are a forge's own messages: they prove themselves by a signature over their bytes.
  const { forge } = parts
  if (forge !== undefined) routes.post(FORGE_HOOK, (c) => forge(c))
  routes.notFound((c) => elsewhere(c, parts))
  routes.onError((error) => {
    const known = toAppError(error)
    if (known.code === 'internal') report('Something went wrong that nobody foresaw', error)
    return problemResponse(known, timedHeaders(parts))
  })
  return (request, env) => {
    try {
      // Looks at Node's own headers: whoever is turned away here costs next to nothing.
      refuseOtherHost(env.incoming, parts.names())
    } catch (error) {
      return problemResponse(toAppError(error), headers.data)
    }
    return routes.fetch(request, env)
  }
}

/** Answers one operation, which the first request for it loads. */
function onceLoaded(name: OperationName, parts: AppParts): Answering {
  const loaded = loadOnce(() => load(name, parts))
  let ready: Answering | undefined
  const first = async (c: HttpRequest) => {
    ready = await loaded().catch((cause: unknown) => {
      takeUnknown(c, parts.limits)
      throw new Error(`${name} could not be loaded (${String(cause)}). ${NOT_WHOLE}`, { cause })
    })
    return ready(c)
  }
  // Once it is there nobody waits for it: a promise more for every request costs more than finding the route.
  return (c) => (ready ?? first)(c)
}

async function load(name: OperationName, parts: AppParts): Promise<Answering> {
  const { operation, handler } = await parts.operation(name)
  const answer = route({ name, operation, handler }, parts)
  const { streams }: OperationShape = operation
  if (streams !== true) return answer
  // Routes of GET answer HEAD too, but what never ends has no head of its own.
  return async (c) => (c.req.method === 'HEAD' ? headOfStream(c, parts) : answer(c))
}

/** A git client asks for a password when it is told to, and shows a plain sentence. */
function refusedGit(error: unknown, { headers, report }: AppParts): Response {
  const known = toAppError(error)
  if (known.code === 'internal') report('Something went wrong that nobody foresaw', error)
  const ask = known.code === 'not_signed_in' ? { 'WWW-Authenticate': 'Basic realm="Leeway"' } : {}
  const { status } = ERRORS[known.code]
  return new Response(`${known.message}\n`, {
    status,
    headers: { ...headers.data, 'Content-Type': 'text/plain; charset=utf-8', ...ask },
  })
}

/** What is no operation: a page, another method of one, or nothing at all. */
async function elsewhere(c: HttpRequest, { pages, headers, limits }: AppParts): Promise<Response> {
  const { path, method } = c.req
  const isData = path.startsWith(DATA)
  if (isData || method !== 'GET') takeUnknown(c, limits)
  else limits.takePage(addressOf(c))
  const allowed = isData ? methodsAt(path) : []
  if (allowed.length > 0) return wrongMethod({ headers }, allowed)
  const page = !isData && (method === 'GET' || method === 'HEAD') ? await pages.at(path) : undefined
  if (page === undefined) return problemResponse(new AppError('not_found'), headers.data)
  const { body, type, etag, isKept } = page
  const own = { ...(isKept ? headers.kept : headers.page), ETag: etag }
  if (headerOf(c, 'if-none-match') === etag) return new Response(null, { status: 304, headers: own })
  return new Response(body, { headers: { ...own, 'Content-Type': type } })
}

function headOfStream(c: HttpRequest, { headers, limits }: AppParts): Response {
  takeUnknown(c, limits)
  return wrongMethod({ headers }, ['GET'])
}

/** Nobody looks who calls there, so it is of the share of an address, as whatever else comes without a name. */
function takeUnknown(c: HttpRequest, limits: AppParts['limits']): void {
  limits.takeAnonymous(addressOf(c))
}

function addressOf(c: HttpRequest): string {
  return c.env.incoming.socket.remoteAddress ?? ''
}

function wrongMethod({ headers }: Pick<AppParts, 'headers'>, allowed: readonly string[]): Response {
  return problemResponse(new AppError('method_not_allowed'), { ...headers.data, Allow: allowed.join(', ') })
}

function methodsAt(path: string): readonly string[] {
  return PLACES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

const PLACES = Object.entries(ROUTES).map(([name, at]) => {
  const [method = '', path = ''] = at.split(' ')
  return {
    name: name as OperationName,
    method,
    path,
    pattern: new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`),
  }
})
