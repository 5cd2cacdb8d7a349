import { isUtf8 } from 'node:buffer'
import { readJson } from '../../config/strict-json.ts'
import { AppError } from '../../model/errors.ts'

/** The largest body that is read. */
const MOST_BYTES = 1024 * 1024

type Fields = Readonly<Record<string, unknown>>

/** Reads the JSON object of a request; none at all counts as an empty one. */
export async function readBody(request: Request): Promise<Fields> {
  const bytes = await bytesOf(request)
  if (bytes.length === 0) return {}
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase()
  // A page of another site can send other types without asking first, so nothing else is ever read.
  if (type !== 'application/json') throw new AppError('not_json')
  return fieldsOf(bytes)
}

function fieldsOf(bytes: Buffer): Fields {
  if (!isUtf8(bytes)) throw unreadable('bad_encoding', 'The body is not UTF-8.')
  const { value, problems } = readJson(bytes.toString('utf8')) as { value?: unknown; problems?: AppError['problems'] }
  if (problems !== undefined) throw new AppError('invalid_input', problems)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Fields
  throw unreadable('invalid_type', 'The body is not an object.')
}

/** Reads no more than is allowed, whatever the length is said to be. */
async function bytesOf(request: Request): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > MOST_BYTES) throw new AppError('body_too_large')
  if (request.body === null) return EMPTY
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    length += chunk.length
    if (length > MOST_BYTES) throw new AppError('body_too_large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const EMPTY = Buffer.alloc(0)

function unreadable(code: 'bad_encoding' | 'invalid_type', message: string): AppError {
  return new AppError('invalid_input', [{ code, message, path: '' }])
}
