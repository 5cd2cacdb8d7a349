import { AppError } from './errors.ts'
import { quote } from './quote.ts'

/** Reads the address of a forge: https, or this machine itself, and nothing in it that is a secret. */
export function forgeAddress(text: string): URL {
  const why = whyNoForge(text)
  if (why !== undefined) throw new AppError('unsafe_address', [{ code: 'invalid_value', message: why, path: '/url' }])
  return new URL(new URL(text).href.replace(/\/+$/, ''))
}

/** Why a text is not the address of a forge; undefined where it is one. */
export function whyNoForge(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined) return `${quote(text)} is no address. Write it whole, beginning with https.`
  if (url.username !== '' || url.password !== '') return 'The address of a forge carries no name and no password.'
  if (url.search !== '' || url.hash !== '') return 'The address of a forge ends with its path.'
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname))
  return isSafe ? undefined : `A token is only sent over https. ${quote(url.origin)} is neither that nor this machine.`
}

/** Surely this machine; names other than `localhost` may lead anywhere. URLs write addresses in one way only. */
const LOOPBACK = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/
