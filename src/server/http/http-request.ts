import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** A request as Hono hands it over, on Node's own. */
export type HttpRequest = Context<{ Bindings: HttpBindings }>

/** A header of a request, taken from Node's own: to make the standard's headers of them costs more than most answers. Said twice, it holds both. */
export function headerOf(c: HttpRequest, name: Lowercase<string>): string | undefined {
  return c.env.incoming.headers[name] as string | undefined
}
