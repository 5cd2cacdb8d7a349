/** What every response carries, whatever it is. */
const ALWAYS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const

/** Data is not a page: nothing in it is ever loaded, run or framed. */
const FOR_DATA = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
} as const

/** A page loads what is ours and nothing else; scripts and styles come from files only. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const FOR_PAGES = { 'Content-Security-Policy': PAGE_POLICY, 'Cache-Control': 'no-cache' } as const

/** A file whose name says what is in it. A browser throws away what it has compiled of a script whenever it has to ask for it again. */
const FOR_KEPT_FILES = { ...FOR_PAGES, 'Cache-Control': 'max-age=31536000, immutable' } as const

const OVER_TLS = { 'Strict-Transport-Security': 'max-age=31536000' } as const

/** The headers of one kind of answer. */
export type HeaderFields = Readonly<Record<string, string>>

/** The headers of data, of pages and of files that never change, for a server that is reached over TLS or not. */
export function securityHeaders(isOverTls: boolean): Readonly<Record<'data' | 'page' | 'kept', HeaderFields>> {
  const always = { ...ALWAYS, ...(isOverTls && OVER_TLS) }
  return {
    data: { ...always, ...FOR_DATA },
    page: { ...always, ...FOR_PAGES },
    kept: { ...always, ...FOR_KEPT_FILES },
  }
}
