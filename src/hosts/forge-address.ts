import { isIP } from 'node:net'
import { AppError } from '../model/errors.ts'

/** Reads the address of a forge: https, or this machine itself, and nothing in it that is a secret. */
export function forgeAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined)
    throw unsafe(`${JSON.stringify(text)} is no address. Write it whole, such as https://git.example.org.`)
  if (url.username !== '' || url.password !== '')
    throw unsafe('The address of a forge carries no name and no password.')
  if (url.search !== '' || url.hash !== '') throw unsafe('The address of a forge ends with its path.')
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
  if (!isSafe) throw unsafe(`A token is only sent over https. ${url.origin} is neither that nor this machine.`)
  return new URL(url.href.replace(/\/+$/, ''))
}

/** Whether a host is surely this machine: names other than `localhost` may lead anywhere. */
function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '')
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function unsafe(message: string): AppError {
  return new AppError('unsafe_address', [{ code: 'invalid_value', message, path: '/url' }])
}
