import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'

/** Where a server is, and what encrypts the way there. */
export interface ServerAddress {
  readonly url: string
  /** Whether a proxy or a VPN encrypts the way to an `http://` address of another machine. */
  readonly proxy?: boolean | undefined
}

/** Refuses what is no address of a server, and one to which a token would go in the clear. */
export function refuseUnsafeAddress({ url, proxy }: ServerAddress): void {
  const address = URL.canParse(url) ? new URL(url) : undefined
  if (address === undefined || !['http:', 'https:'].includes(address.protocol) || hasMore(address)) {
    const message = `${quote(shown(url))} is no address of a server, such as https://leeway.example or http://127.0.0.1:7317.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/url' }], { message })
  }
  if (address.protocol === 'https:' || isLoopback(address.hostname) || proxy === true) return
  const message = `The token would go to ${address.origin} in the clear, for everybody on the way to read.`
  const next = `Reach the server over https://. If a proxy or a VPN encrypts the way there, say so: proxy: true, or --proxy at a command line.`
  throw new AppError('unsafe_address', [], { message, details: { url: address.origin, next } })
}

/**
 * The address of a server that is known to run on this machine. Without TLS it listens to this machine alone, whatever it is called; its name
 * may lead to another one, which would get the token.
 */
export function onThisMachine(url: string): string {
  const address = new URL(url)
  if (address.protocol === 'http:' && !isLoopback(address.hostname)) address.hostname = '127.0.0.1'
  return address.origin
}

/** What stands behind an address would end up in the middle of every other one, and a name or password is no token. */
function hasMore({ username, password, search, hash }: URL): boolean {
  return username !== '' || password !== '' || search !== '' || hash !== ''
}

/** Errors end up in logs: of what may be a password or a token, only that it was there. */
function shown(url: string): string {
  return url.replace(/^(\w+:[/\\]*)?.*@/s, '$1***@').replace(/([?#]).+$/s, '$1***')
}

/** Whether an address never leaves this machine. Numbers are written in one way once they are read as an address. */
function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}
