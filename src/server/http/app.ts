import type { OperationShape } from '../../api/operation.ts'
import type { OperationName } from '../../api/operations.ts'
import { ROUTES } from '../../api/routes.ts'
import { AppError, ERRORS } from '../../model/errors.ts'
import type { operationsOf } from '../handlers.ts'
import type { Pages } from '../pages/pages.ts'
import { type Answer, type Answering, type HttpRequest, headerOf } from './http-request.ts'
import { problemAnswer, toAppError } from './problem.ts'
import { type RouteParts, route } from './route.ts'
import { Router } from './router.ts'

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

const DATA = '/v1/'
const GIT = '/git/'
const FORGE_HOOK = '/hooks/forge'

/** All routes. Under which name a request came has been looked at before. */
export function app(parts: AppParts): Answering {
  const routes = new Router<Answering>()
  for (const [name, at] of Object.entries(ROUTES)) {
    const [method = '', path = ''] = at.split(' ')
    routes.add(method, path, onceLoaded(name as OperationName, parts))
  }
  // A forge's own messages are no operation: they prove themselves by a signature over their bytes.
  if (parts.forge !== undefined) routes.add('POST', FORGE_HOOK, parts.forge)
  return (c) => {
    const { pathname } = c.url
    // Nor is what git asks for: its addresses and bodies are git's own. Who asks is worked out all the same.
    if (pathname.startsWith(GIT)) return answeredGit(c, parts)
    const found = routes.find(c.method === 'HEAD' ? 'GET' : c.method, pathname)
    return found === undefined ? elsewhere(c, routes, parts) : found.target({ ...c, params: found.params })
  }
}

/** Answers one operation, which the first request for it loads. */
function onceLoaded(name: OperationName, parts: AppParts): Answering {
  let loaded: Promise<Answering> | undefined
  return async (c) => {
    loaded ??= load(name, parts)
    return (await loaded)(c)
  }
}

async function load(name: OperationName, parts: AppParts): Promise<Answering> {
  const { operation, handler } = await parts.operation(name)
  const answer = route({ name, operation, handler }, parts)
  return (c) => (isHeadOfStream(c, operation) ? headOfStream(c, parts) : answer(c))
}

/** A git client asks for a password when it is told to, and shows a plain sentence. */
async function answeredGit(c: HttpRequest, { git, headers, report }: AppParts): Promise<Answer> {
  try {
    return await git(c)
  } catch (error) {
    const known = toAppError(error)
    if (known.code === 'internal') report('Something went wrong that nobody foresaw', error)
    const ask = known.code === 'not_signed_in' ? { 'WWW-Authenticate': 'Basic realm="Leeway"' } : {}
    const { status } = ERRORS[known.code]
    const own = { ...headers.data, 'Content-Type': 'text/plain; charset=utf-8', ...ask }
    return { status, headers: own, body: `${known.message}\n` }
  }
}

/** What is no operation: a page, another method of one, or nothing at all. */
async function elsewhere(
  c: HttpRequest,
  routes: Router<Answering>,
  { pages, headers, limits }: AppParts,
): Promise<Answer> {
  const { method } = c
  const { pathname: path } = c.url
  const isData = path.startsWith(DATA)
  if (isData) takeUnknown(c, limits)
  const allowed = isData ? routes.methodsAt(path) : []
  if (allowed.length > 0) return wrongMethod({ headers }, allowed)
  const page = !isData && (method === 'GET' || method === 'HEAD') ? await pages.at(path) : undefined
  if (page === undefined) return problemAnswer(new AppError('not_found'), headers.data)
  const { body, type, etag, isKept } = page
  const own = { ...(isKept ? headers.kept : headers.page), ETag: etag }
  if (headerOf(c, 'if-none-match') === etag) return { status: 304, headers: own, body: null }
  return { status: 200, headers: { ...own, 'Content-Type': type }, body }
}

/** Routes of GET answer HEAD too, but what never ends has no head of its own. */
function isHeadOfStream(c: HttpRequest, { streams }: OperationShape): boolean {
  return streams === true && c.method === 'HEAD'
}

function headOfStream(c: HttpRequest, { headers, limits }: AppParts): Answer {
  takeUnknown(c, limits)
  return wrongMethod({ headers }, ['GET'])
}

/** Nobody looks who calls there, so it is of the share of an address, as whatever else comes without a name. */
function takeUnknown(c: HttpRequest, limits: AppParts['limits']): void {
  limits.takeAnonymous(c.incoming.socket.remoteAddress ?? '')
}

function wrongMethod({ headers }: Pick<AppParts, 'headers'>, allowed: readonly string[]): Answer {
  return problemAnswer(new AppError('method_not_allowed'), { ...headers.data, Allow: allowed.join(', ') })
}
