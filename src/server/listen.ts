import { createServer, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { getRequestListener } from '@hono/node-server'
import { AppError } from '../model/errors.ts'
import type { Address } from './bind.ts'

/**
 * How long a request may take to arrive, how often it is looked whether one takes too long, and how long a connection may stand still while it
 * is answered, in milliseconds.
 */
export interface Times {
  readonly headersTimeout: number
  readonly requestTimeout: number
  readonly keepAliveTimeout: number
  readonly connectionsCheckingInterval: number
  readonly stillTimeout: number
}

/** What listens, and where. */
export interface Listening {
  readonly port: number
  readonly servers: readonly Server[]
  /** Nobody else answers to `localhost` at this port. */
  readonly hasLocalhost: boolean
}

type Listener = ReturnType<typeof getRequestListener>

/** Listens at an address, and where that is this machine alone, at its other one too. */
export async function listenAt(address: Address, times: Times, listener: Listener): Promise<Listening> {
  const server = makeServer(address, times, listener)
  const port = await listen(server, address)
  if (address.host !== '127.0.0.1') return { port, servers: [server], hasLocalhost: true }
  // Browsers that are sent to localhost try ::1 first: whoever listened there would be handed what is meant for us.
  const twin = makeServer(address, times, listener)
  try {
    await begin(twin, { host: '::1', port })
    return { port, servers: [server, twin], hasLocalhost: true }
  } catch (error) {
    return { port, servers: [server], hasLocalhost: (error as NodeJS.ErrnoException).code !== 'EADDRINUSE' }
  }
}

function makeServer({ tls }: Address, { stillTimeout, ...times }: Times, listener: Listener): Server {
  // Node would take the first of two credentials; together they are none.
  const options = { ...times, joinDuplicateHeaders: true }
  const server = tls === undefined ? createServer(options, listener) : createTlsServer({ ...tls, ...options }, listener)
  // Whoever takes nothing of an answer is cut off, and with them goes what they leave lying around.
  server.timeout = stillTimeout
  return server
}

async function listen(server: Server, { host, port, orAny = false }: Address): Promise<number> {
  try {
    await begin(server, { host, port })
  } catch (cause) {
    const { code = 'it failed' } = cause as NodeJS.ErrnoException
    if (orAny && code === 'EADDRINUSE') return listen(server, { host, port: 0 })
    const message = `Nobody can listen at ${host}:${port}: ${WHY[code] ?? code}.`
    throw new AppError('already_serving', [], { message, cause, details: { next: NEXT[code] ?? NEXT_PORT } })
  }
  return (server.address() as AddressInfo).port
}

const WHY: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program does',
  EACCES: 'you may not',
  EADDRNOTAVAIL: 'this machine has no such address',
}

const NEXT_PORT = 'Choose another port: --port N'
const NEXT: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'Choose an address of this machine, or all of them: --host 0.0.0.0',
}

function begin(server: Server, at: { readonly host: string; readonly port: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(at, resolve)
  return promise
}
