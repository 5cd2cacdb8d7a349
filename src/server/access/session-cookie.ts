const NAME = 'leeway_session'
/** Browsers take a cookie of this name only over TLS, for exactly this host and for all of it. */
const SECURE_NAME = `__Host-${NAME}`

/** How the cookie is set, and how it is taken away. */
export interface SessionCookie {
  set(secret: string, seconds: number): string
  clear(): string
}

/** The cookie of a server that is reached over TLS, or only from the same machine. */
export function sessionCookie(secure: boolean): SessionCookie {
  const name = secure ? SECURE_NAME : NAME
  const marks = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return {
    set: (secret, seconds) => `${name}=${secret}; ${marks}; Max-Age=${seconds}`,
    clear: () => `${name}=; ${marks}; Max-Age=0`,
  }
}

/** The session of a request; a cookie that came twice is none. */
export function sessionIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined
  const found = header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${NAME}=`) || pair.startsWith(`${SECURE_NAME}=`))
  const [only] = found
  return found.length === 1 && only !== undefined ? only.slice(only.indexOf('=') + 1) : undefined
}
