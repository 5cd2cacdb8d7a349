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
}

/** The names of a server: those of this machine, and those that it was given. */
export function namesOf({ port, names, exactly, isOverTls }: Called): Names {
  const usual = isOverTls ? 443 : 80
  const own = ['127.0.0.1', 'localhost', '[::1]', ...names.map((name) => name.toLowerCase())]
  const hosts = own.flatMap((name) => (port === usual ? [name, `${name}:${port}`] : [`${name}:${port}`]))
  return { hosts: new Set(exactly === undefined ? hosts : [...hosts, exactly.toLowerCase()]), isOverTls }
}

/** A page of another site can reach this machine under a name of its own. It gets nothing under that name. */
export function refuseOtherHost(host: string | undefined, { hosts }: Names): void {
  if (host === undefined || !hosts.has(host.toLowerCase())) throw new AppError('wrong_host')
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
