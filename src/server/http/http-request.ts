import type { IncomingMessage, ServerResponse } from 'node:http'

/** One request on Node's own, and where it leads. */
export interface HttpRequest {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly method: string
  readonly url: URL
  /** What stands in the path where the route has a name, decoded. */
  readonly params: Readonly<Record<string, string>>
}

/** What is sent back. Nothing where the response became somebody's own. */
export type Answer = { readonly status: number; readonly headers: Headers; readonly body: Body } | null

type Headers = Readonly<Record<string, string>>
type Body = string | Uint8Array | null

/** Answers a request. */
export type Answering = (c: HttpRequest) => Answer | Promise<Answer>

/** A header of a request. Said twice, it holds both. */
export function headerOf({ incoming }: HttpRequest, name: Lowercase<string>): string | undefined {
  return incoming.headers[name] as string | undefined
}

/** Aborted when whoever asked is gone before the answer was. Made only where somebody waits. */
export function untilGone({ outgoing }: HttpRequest): AbortSignal {
  const gone = new AbortController()
  const look = () => {
    if (!outgoing.writableFinished) gone.abort()
  }
  if (outgoing.closed) look()
  else outgoing.once('close', look)
  return gone.signal
}

/** The address that a request asks for. Throws where it is none. */
export function urlOf({ url = '' }: IncomingMessage): URL {
  // The host has been looked at; here it only makes the rest an address.
  return url.startsWith('/') ? new URL(`http://localhost${url}`) : new URL(url)
}
