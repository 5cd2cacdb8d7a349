import type { HttpRequest } from '../http/http-request.ts'
import { readBytes } from '../http/read-body.ts'
import type { RouteParts } from '../http/route.ts'

/** A message as it came in; the bytes are what its signature is about. */
interface Sent {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: Uint8Array
}

/** Takes messages of the project's forge. */
export interface ForgeDoor {
  /** Throws `forge_foreign` for one that is not the forge's, or not about our repository. False for one that was taken before. */
  take(sent: Sent): Promise<boolean>
}

interface Parts extends Pick<RouteParts, 'limits'> {
  readonly headers: Readonly<Record<string, string>>
}

/** Answers a message of the forge: taken, or taken before. Whoever sends one has only the share of their address. */
export function forgeAnswer(door: ForgeDoor, { limits, headers }: Parts): (c: HttpRequest) => Promise<Response> {
  return async (c) => {
    const { incoming } = c.env
    limits.takeAnonymous(incoming.socket.remoteAddress ?? '')
    const taken = await door.take({ headers: incoming.headers, body: await readBytes(incoming) })
    const own = { ...headers, 'Content-Type': 'application/json' }
    return new Response(JSON.stringify({ taken }), { status: taken ? 202 : 200, headers: own })
  }
}
