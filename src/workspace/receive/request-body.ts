import { AppError } from '../../model/errors.ts'
import { inMegabytes } from '../../review/tree-limits.ts'

/** The bytes of a request, unpacked where the client packed them, and no more of them than may be. */
export async function* requestBody({ headers, body }: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  if (body === null) return
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (!['identity', 'gzip', 'x-gzip'].includes(encoding)) {
    throw new AppError('not_json', [], { message: 'A request of git is sent as it is, or packed with gzip.' })
  }
  const stream = encoding === 'identity' ? body : body.pipeThrough(new DecompressionStream('gzip'))
  let size = 0
  for await (const chunk of readable(stream as AsyncIterable<Uint8Array>)) {
    size += chunk.length
    // A little more for what stands before the objects.
    if (size > maxBytes + 64 * 1024) {
      throw new AppError('body_too_large', [], { message: `The request is larger than ${inMegabytes(maxBytes)}.` })
    }
    yield chunk
  }
}

/** What says that it is packed and is not, or breaks off, is the client's mistake. */
async function* readable(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (cause) {
    throw new AppError('invalid_input', [], {
      message: 'The request could not be read: it is cut off, or not packed as it says.',
      cause,
    })
  }
}
