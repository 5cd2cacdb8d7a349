import { isIP } from 'node:net'
import { AppError } from '../model/errors.ts'

/** Where a server listens, and what stands between it and the world. */
export interface Address {
  /** An address of this machine; `127.0.0.1` unless somebody wants more. */
  readonly host: string
  /** 0 takes any that is free. */
  readonly port: number
  /** Where somebody else has the port, any that is free will do. */
  readonly orAny?: boolean | undefined
  readonly tls?: { readonly key: string; readonly cert: string } | undefined
  /** The address under which a proxy that speaks TLS is reached by browsers. */
  readonly proxy?: string | undefined
  /** Other names under which browsers reach it, such as those of its certificate. */
  readonly names?: readonly string[] | undefined
}

/** Whether only this machine can reach an address. */
function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'))
}

/** What would be reached from elsewhere has to be encrypted, and somebody has to be in charge. */
export function refuseUnsafe({ host, tls, proxy }: Address, hasAdministrator: boolean): void {
  if (proxy !== undefined && !/^https:\/\/[^/?#]+$/.test(proxy)) {
    throw unsafe(`The address of a proxy is https:// and a name, not ${proxy}.`)
  }
  if (isLoopback(host)) return
  if (tls === undefined && proxy === undefined) {
    throw unsafe(`Others can reach ${host}. Give the server a certificate and its key, or name the proxy before it.`)
  }
  if (!hasAdministrator) throw unsafe(`Others can reach ${host}, and nobody is in charge here yet: leeway login`)
}

function unsafe(message: string): AppError {
  return new AppError('unsafe_address', [], { message })
}
