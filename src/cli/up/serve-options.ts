import type { ServerOptions } from '../../open-server.ts'
import type { Io } from '../io.ts'
import { readText } from '../person/read-text.ts'
import { wrongCall } from '../wrong-call.ts'

/** Where the server is found unless somebody says otherwise. */
const USUAL_PORT = 7317

/** What the command line says of the server's address. */
export interface AddressOptions {
  readonly host?: string | undefined
  readonly port?: string | undefined
  readonly proxy?: string | undefined
  readonly name?: readonly string[] | undefined
  readonly 'tls-cert'?: string | undefined
  readonly 'tls-key'?: string | undefined
}

/** The address that the options mean; of a place that nobody names, the port of the last time, or any where that is taken. */
export async function addressIn(
  options: AddressOptions,
  { io, last }: { readonly io: Io; readonly last: number | undefined },
): Promise<NonNullable<ServerOptions['address']>> {
  const { host = '127.0.0.1', proxy, name, 'tls-cert': cert, 'tls-key': key } = options
  if ((cert === undefined) !== (key === undefined)) throw wrongCall('Give --tls-cert and --tls-key together.')
  const read = (file: string) => readText(file, io)
  const tls = cert === undefined || key === undefined ? undefined : { cert: await read(cert), key: await read(key) }
  // Whoever names a place is reached there or not at all.
  const orAny = options.port === undefined && options.host === undefined && proxy === undefined
  return { host, port: portIn(options.port, orAny ? last : undefined), orAny, tls, proxy, names: name }
}

function portIn(text: string | undefined, last: number | undefined): number {
  if (text === undefined) return last ?? USUAL_PORT
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port <= 65_535) return port
  throw wrongCall('A port is a number from 0 to 65535; 0 takes any that is free.')
}

/** How many checkpoints of one credential may be open, where somebody says so. */
export function mostHeldIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const most = /^\d{1,7}$/.test(text) ? Number(text) : 0
  if (most >= 1 && most <= 1_000_000) return most
  throw wrongCall('--most-held is a number from 1 to 1000000.')
}
