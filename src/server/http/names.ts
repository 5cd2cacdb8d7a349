import { AppError } from '../../model/errors.ts'

/** Under which names the server answers, with their port, and whether it is reached over TLS. */
export interface Names {
  readonly hosts: ReadonlySet<string>
  readonly isOverTls: boolean
}

/** The names of a server on this machine, and those that it was given. */
export function namesOf(port: number, given: readonly string[], isOverTls: boolean): Names {
  const standard = isOverTls ? 443 : 80
  const local = ['127.0.0.1', 'localhost', '[::1]'].flatMap((name) => withPort(name, port, standard))
  const own = given.flatMap((name) => [name.toLowerCase(), ...(hasPort(name) ? [] : withPort(name, port, standard))])
  return { hosts: new Set([...local, ...own.map((name) => name.toLowerCase())]), isOverTls }
}

function withPort(name: string, port: number, standard: number): readonly string[] {
  return port === standard ? [name, `${name}:${port}`] : [`${name}:${port}`]
}

function hasPort(name: string): boolean {
  return /:\d+$/.test(name)
}

/** A page of another site can reach this machine under a name of its own. It gets nothing under that name. */
export function refuseOtherHost(host: string | undefined, { hosts }: Names): void {
  if (host === undefined || !hosts.has(host.toLowerCase())) throw new AppError('wrong_host')
}

/** What a browser says of where a request comes from. */
export interface Source {
  readonly origin: string | null
  readonly site: string | null
}

/** Only our own pages, and programs, which have no origin, ask for data. */
export function refuseOtherOrigin({ origin, site }: Source, { hosts, isOverTls }: Names): void {
  if (site !== null && site !== 'same-origin' && site !== 'none') throw new AppError('wrong_origin')
  if (origin === null) return
  const [scheme, host, ...more] = origin.toLowerCase().split('://')
  const isOurs = scheme === (isOverTls ? 'https' : 'http') && host !== undefined && hosts.has(host) && more.length === 0
  if (!isOurs) throw new AppError('wrong_origin')
}
