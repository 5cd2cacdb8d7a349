import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { AppError } from '../../model/errors.ts'
import { type Answer, type Answering, urlOf } from './http-request.ts'
import { type Names, refuseOtherHost } from './names.ts'
import { problemAnswer, toAppError } from './problem.ts'

/** How long the rest of a request is read that nobody waits for, so that its sender gets to the answer. */
const DRAIN_MS = 500

interface ListenerParts {
  readonly names: () => Names
  readonly headers: Readonly<Record<string, string>>
  readonly report: (what: string, error: unknown) => void
}

/** Answers the requests of Node's server. It makes no standard requests and responses: loading those costs more than an empty Node. */
export function listener(answering: Answering, parts: ListenerParts): RequestListener {
  return (incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => {
      parts.report('An answer could not be sent', error)
      outgoing.destroy()
    })
  }

  async function answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    send(await answered(incoming, outgoing), incoming, outgoing)
  }

  async function answered(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Answer> {
    try {
      // Before anything else is read: whoever is turned away here costs next to nothing.
      refuseOtherHost(incoming, parts.names())
      const url = readable(incoming)
      return await answering({ incoming, outgoing, url, method: incoming.method ?? '', params: {} })
    } catch (error) {
      const known = toAppError(error)
      if (known.code === 'internal') parts.report('Something went wrong that nobody foresaw', error)
      return problemAnswer(known, parts.headers)
    }
  }
}

/** What is no address at all leads to nobody here. */
function readable(incoming: IncomingMessage): URL {
  try {
    return urlOf(incoming)
  } catch (cause) {
    throw new AppError('wrong_host', [], { cause })
  }
}

function send(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): void {
  if (answer === null || outgoing.destroyed) return
  const { status, headers, body } = answer
  if (!incoming.complete) outgoing.once('finish', () => drain(incoming))
  if (body === null) {
    outgoing.writeHead(status, headers).end()
    return
  }
  outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) }).end(body)
}

/** Lets a sender finish that was answered before its end; one that goes on and on is cut off. */
function drain(incoming: IncomingMessage): void {
  if (incoming.complete || incoming.destroyed) return
  const late = setTimeout(() => incoming.socket.destroySoon(), DRAIN_MS).unref()
  incoming.once('close', () => clearTimeout(late))
  incoming.resume()
}
