const NAME = 'leeway_session'
/** Browsers take a cookie of this name only over TLS, for exactly this host and for all of it. */
const SECURE_NAME = `__Host-${NAME}`

/** How the cookie is set, read, and taken away. */
export interface SessionCookie {
  set(secret: string, seconds: number): string
  clear(): string
  /** The session of a request; a cookie that came twice is none. */
  read(header: string | undefined): string | undefined
}

/** The cookie of a server that is reached over TLS, or only from the same machine. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? SECURE_NAME : NAME
  const marks = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    set: (secret, seconds) => `${name}=${secret}; ${marks}; Max-Age=${seconds}`,
    clear: () => `${name}=; ${marks}; Max-Age=0`,
    read: (header = '') => {
      const pairs = header.split(';').map((pair) => pair.trim())
      const [only, ...more] = pairs.filter((pair) => pair.startsWith(`${name}=`))
      return only === undefined || more.length > 0 ? undefined : only.slice(name.length + 1)
    },
  }
}
