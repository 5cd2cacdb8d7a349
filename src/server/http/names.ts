import { AppError } from '../../model/errors.ts'

/** Under which names the server answers, with their port, and whether it is reached over TLS. */
export interface Names {
  readonly hosts: ReadonlySet<string>
  readonly isOverTls: boolean
}

/** What a server is called: its own names at its own port, and others as they are written in an address. */
export interface Called {
  readonly port: number
  readonly names: readonly string[]
  /** A name with its port, unless that is the usual one. */
  readonly exactly?: string | undefined
  readonly isOverTls: boolean
  /** Left out where somebody else may answer to that name. */
  readonly hasLocalhost?: boolean
}

/** The names of a server: those of this machine, and those that it was given. */
export function namesOf({ port, names, exactly, isOverTls, hasLocalhost = true }: Called): Names {
  const usual = isOverTls ? 443 : 80
  const local = ['127.0.0.1', '[::1]', ...(hasLocalhost ? ['localhost'] : [])]
  const own = [...local, ...names.map((name) => name.toLowerCase())]
  const hosts = own.flatMap((name) => (port === usual ? [name, `${name}:${port}`] : [`${name}:${port}`]))
  return { hosts: new Set(exactly === undefined ? hosts : [...hosts, exactly.toLowerCase()]), isOverTls }
}

/** A page of another site can reach this machine under a name of its own. It gets nothing under that name. */
export function refuseOtherHost({ headers, rawHeaders, url }: Named, { hosts }: Names): void {
  const host = headers.host?.toLowerCase()
  if (host === undefined || !hosts.has(host) || isSaidTwice(rawHeaders)) throw new AppError('wrong_host')
  if (url?.startsWith('/') !== true && hostIn(url) !== host) throw new AppError('wrong_host')
}

/** The host of a whole address, as a proxy is asked for it. HTTP lets that one count, and we would look at the header. */
function hostIn(url = ''): string | undefined {
  return /^https?:\/\/([^/?#]*)/i.exec(url)?.[1]?.toLowerCase()
}

/** The headers of a request, as they were read and as they were written. */
export interface Named {
  readonly headers: { readonly host?: string | undefined }
  readonly rawHeaders: readonly string[]
  /** What is asked for, as it was written. */
  readonly url?: string | undefined
}

/** Node takes the first of two hosts; whatever stands before the server may have taken the other. */
function isSaidTwice(rawHeaders: readonly string[]): boolean {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') times += 1
  }
  return times > 1
}

/** What a browser says of where a request comes from. */
export interface Source {
  readonly origin?: string | undefined
  readonly 'sec-fetch-site'?: string | string[] | undefined
}

/** Only our own pages, and programs, which have no origin, ask for data. Anybody may link to a page. */
export function refuseOtherOrigin({ origin, 'sec-fetch-site': site }: Source, { hosts, isOverTls }: Names): void {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('wrong_origin')
  if (origin === undefined) return
  const [scheme, host, ...more] = origin.toLowerCase().split('://')
  const isOurs = scheme === (isOverTls ? 'https' : 'http') && host !== undefined && hosts.has(host) && more.length === 0
  if (!isOurs) throw new AppError('wrong_origin')
}
