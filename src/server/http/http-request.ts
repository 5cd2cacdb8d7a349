import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** A request as Hono hands it over, on Node's own. */
export type HttpRequest = Context<{ Bindings: HttpBindings }>
