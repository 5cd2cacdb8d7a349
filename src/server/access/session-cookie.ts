/** Browsers take a cookie whose name begins so only over TLS, for exactly this host and for all of it. */
const SECURE = '__Host-'

/** How the cookie is set, read, and taken away. */
export interface SessionCookie {
  set(secret: string, seconds: number): string
  clear(): string
  /** The session of a request; a cookie that came twice is none. */
  read(header: string | undefined): string | undefined
}

/** Where browsers reach a server: over TLS, or only from the same machine. */
interface Reached {
  readonly secure: boolean
  /** Known once it listens. */
  readonly port: () => number
}

/**
 * The cookie of one server. Browsers keep cookies by host alone: under one name, signing in to a server would sign the browser out of all others on
 * other ports of its host. The page's half of a sign-in belongs to host and port as well, so none is left behind that the other would still fit.
 */
export function sessionCookie({ secure, port }: Reached): SessionCookie {
  const name = () => `${secure ? SECURE : ''}leeway_session_${port()}`
  const marks = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    set: (secret, seconds) => `${name()}=${secret}; ${marks}; Max-Age=${seconds}`,
    clear: () => `${name()}=; ${marks}; Max-Age=0`,
    read: (header = '') => {
      const start = `${name()}=`
      const pairs = header.split(';').map((pair) => pair.trim())
      const [only, ...more] = pairs.filter((pair) => pair.startsWith(start))
      return only === undefined || more.length > 0 ? undefined : only.slice(start.length)
    },
  }
}
