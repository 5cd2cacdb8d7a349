import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { AppError } from '../model/errors.ts'
import { isPublicAddress } from './public-address.ts'
import { refuseOtherPort } from './web-port.ts'

/** An address that a name stands for. */
export interface Found {
  readonly address: string
  readonly family: number
}

/** How a message is sent. */
export interface Posting {
  readonly url: string
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  /** Whether addresses that are not of the internet are allowed. */
  readonly isPrivate: boolean
  readonly signal: AbortSignal
  /** How names are looked up; the system's way when left out. */
  readonly lookup?: (name: string) => Promise<readonly Found[]>
}

/**
 * Sends a message to an address that somebody gave us, and gives the status of the answer. The name is looked up once, every address is
 * checked, and the connection goes to the one that was checked, so that a name can't lead elsewhere afterwards. No redirect is followed.
 */
export async function postSafely(posting: Posting): Promise<number> {
  const url = new URL(posting.url)
  const found = await checkedAddress(url, posting)
  // Loaded by the first who sends something: most servers never do.
  const { request } = url.protocol === 'https:' ? await import('node:https') : await import('node:http')
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const body = Buffer.from(posting.body)
  const sent = request(url, {
    method: 'POST',
    headers: { ...posting.headers, 'content-type': 'application/json', 'content-length': body.length },
    lookup: always(found),
    signal: posting.signal,
    agent: false,
    // Said, because a variable of the environment could turn it off for the whole process.
    rejectUnauthorized: true,
  })
  sent.on('error', reject)
  // Whoever wants to speak another language is no receiver of messages, and would keep the line open for ever.
  sent.on('upgrade', (response, socket) => {
    socket.destroy()
    resolve(response.statusCode ?? 0)
  })
  sent.on('response', (response) => {
    // What else it says is nobody's business, and could be without end.
    response.destroy()
    resolve(response.statusCode ?? 0)
  })
  sent.end(body)
  return promise
}

async function checkedAddress(url: URL, { isPrivate, signal, lookup = lookUp }: Posting): Promise<Found> {
  if (url.username !== '' || url.password !== '') throw unsafe('An address carries no name and no password.')
  if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:')) throw unsafe('It has to be https.')
  refuseOtherPort(url)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const all = isIP(host) > 0 ? [{ address: host, family: isIP(host) }] : await unlessAborted(lookup(host), signal)
  const [first] = all
  if (first === undefined) throw unsafe(`${host} has no address.`)
  const inside = all.find(({ address }) => !isPublicAddress(address))
  if (inside !== undefined && !isPrivate)
    throw unsafe(`${host} leads to ${inside.address}, which is not on the internet.`)
  return first
}

/** A name may be looked up at somebody who never answers. */
function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise, reject } = Promise.withResolvers<never>()
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return Promise.race([work, promise])
}

function lookUp(name: string): Promise<readonly Found[]> {
  return systemLookup(name, { all: true, verbatim: true })
}

/** Node asks once more when it connects, and is told what was checked. */
function always({ address, family }: Found): LookupFunction {
  return (_name, options, tell) => {
    if (options.all === true) tell(null, [{ address, family }])
    else tell(null, address, family)
  }
}

function unsafe(message: string): AppError {
  return new AppError('unsafe_address', [], { message })
}
