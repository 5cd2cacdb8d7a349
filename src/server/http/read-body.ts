import { isUtf8 } from 'node:buffer'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { readJson } from '../../config/strict-json.ts'
import { AppError } from '../../model/errors.ts'

/** The largest body that is read, where an operation says nothing else. */
const MOST_BYTES = 1024 * 1024

type Fields = Readonly<Record<string, unknown>>

/** The JSON object that a request brought; none at all counts as an empty one. */
export function bodyIn(incoming: IncomingMessage, bytes: Buffer): Fields {
  if (bytes.length === 0) return {}
  refuseOtherType(incoming.headers)
  return fieldsOf(bytes)
}

function refuseOtherType({ 'content-type': said = '', 'content-encoding': coding }: IncomingHttpHeaders): void {
  const [type, ...words] = said.split(';').map((word) => word.trim().toLowerCase())
  // A page of another site can send other types without asking first, so nothing else is ever read.
  if (type !== 'application/json') throw new AppError('not_json')
  // Whoever stands before us may read the same bytes by these words, and find something else in them.
  if (words.some((word) => word.startsWith('charset') && !UTF_8.test(word)))
    throw new AppError('not_json', [], { message: 'A request is JSON in UTF-8, and in no other charset.' })
  if (coding !== undefined && coding.trim().toLowerCase() !== 'identity')
    throw new AppError('not_json', [], { message: 'A request is sent as it is, without a Content-Encoding.' })
}

const UTF_8 = /^charset\s*=\s*"?utf-?8"?$/

function fieldsOf(bytes: Buffer): Fields {
  if (!isUtf8(bytes)) throw unreadable('bad_encoding', 'The body is not UTF-8.')
  const { value, problems } = readJson(bytes.toString('utf8')) as { value?: unknown; problems?: AppError['problems'] }
  if (problems !== undefined) throw new AppError('invalid_input', problems)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw unreadable('invalid_type', 'The body is not an object.')
}

/** Reads no more than is allowed, whatever the length is said to be. Node's own stream costs a fraction of a standard one. */
export function readBytes(incoming: IncomingMessage, most = MOST_BYTES): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  if (Number(incoming.headers['content-length'] ?? 0) > most) reject(new AppError('body_too_large'))
  const chunks: Buffer[] = []
  let length = 0
  const onData = (chunk: Buffer) => {
    length += chunk.length
    chunks.push(chunk)
    if (length <= most) return
    incoming.off('data', onData)
    reject(new AppError('body_too_large'))
  }
  incoming.on('data', onData)
  incoming.once('end', () => resolve(Buffer.concat(chunks)))
  incoming.once('close', () => {
    // Every request closes; an error is made only for one that never ended, because its stack costs more than the body.
    if (!incoming.readableEnded) reject(new AppError('timed_out'))
  })
  return promise
}

function unreadable(code: 'bad_encoding' | 'invalid_type', message: string): AppError {
  return new AppError('invalid_input', [{ code, message, path: '' }])
}
