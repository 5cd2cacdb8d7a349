import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type HttpRequest, untilGone } from './http-request.ts'

/** A request as the standard has it, for what reads and writes streams. */
export function toRequest(c: HttpRequest): Request {
  const { incoming, method, url } = c
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const hasBody = method !== 'GET' && method !== 'HEAD'
  return new Request(url, {
    method,
    headers,
    signal: untilGone(c),
    ...(hasBody && { body: Readable.toWeb(incoming) as ReadableStream<Uint8Array>, duplex: 'half' }),
  })
}

/** Sends a standard response, as fast as it is read. Whoever goes ends what is behind it. */
export async function sendResponse({ status, headers, body }: Response, { outgoing }: HttpRequest): Promise<void> {
  outgoing.writeHead(status, Object.fromEntries(headers))
  if (body === null) return void outgoing.end()
  await pipeline(Readable.fromWeb(body), outgoing).catch(() => outgoing.destroy())
}
