import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { OperationShape } from '../../api/operation.ts'
import { OPERATIONS, type OperationName } from '../../api/operations.ts'
import { AppError } from '../../model/errors.ts'
import type { Handlers } from '../call.ts'
import type { Pages } from '../pages/pages.ts'
import { securityHeaders } from './headers.ts'
import { type Names, refuseOtherHost, refuseOtherOrigin } from './names.ts'
import { problemResponse, toAppError } from './problem.ts'
import { type HttpRequest, type RouteParts, route } from './route.ts'

/** Everything that the routes are made of. */
export interface AppParts extends RouteParts {
  readonly handlers: Handlers
  readonly names: () => Names
  readonly isOverTls: boolean
  readonly pages: Pages
}

type App = Hono<{ Bindings: HttpBindings }>

const DATA = '/v1/'

/** All routes, behind what every request has to pass. */
export function app(parts: AppParts): App {
  const app: App = new Hono<{ Bindings: HttpBindings }>()
  guard(app, parts)
  for (const [name, operation] of Object.entries<OperationShape>(OPERATIONS)) {
    const own = name as OperationName
    app.on(operation.method, operation.path, route({ name: own, operation, handler: parts.handlers[own] }, parts))
  }
  app.notFound((c) => elsewhere(c, parts))
  app.onError((error) => {
    const known = toAppError(error)
    if (known.code === 'internal') parts.report('Something went wrong that nobody foresaw', error)
    return problemResponse(known)
  })
  return app
}

function guard(app: App, { names, isOverTls }: AppParts): void {
  const headers = { data: securityHeaders('data', isOverTls), page: securityHeaders('page', isOverTls) }
  app.use(async (c, next) => {
    const isData = c.req.path.startsWith(DATA)
    refuseOtherHost(c.env.incoming.headers.host, names())
    const { origin = null, 'sec-fetch-site': site = null } = c.req.header()
    // Anybody may link to a page; only pages of ours ask for data.
    if (isData) refuseOtherOrigin({ origin, site }, names())
    await next()
    if (c.env.outgoing.headersSent) return
    for (const [name, value] of headers[isData ? 'data' : 'page']) c.res.headers.set(name, value)
  })
}

/** What is no operation: a page, another method of one, or nothing at all. */
function elsewhere(c: HttpRequest, { pages }: AppParts): Response {
  const { path, method } = c.req
  if (!path.startsWith(DATA)) {
    const page = method === 'GET' || method === 'HEAD' ? pages.at(path) : undefined
    if (page === undefined) return problemResponse(new AppError('not_found'))
    const { body, type, etag } = page
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, { ETag: etag })
    return c.body(body, 200, { 'Content-Type': type, ETag: etag })
  }
  const allowed = methodsAt(path)
  if (allowed.length === 0) return problemResponse(new AppError('not_found'))
  return problemResponse(new AppError('method_not_allowed'), { Allow: allowed.join(', ') })
}

function methodsAt(path: string): readonly string[] {
  return ROUTES.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
}

const ROUTES = Object.values<OperationShape>(OPERATIONS).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}$`),
}))
