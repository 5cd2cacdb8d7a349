import { AppError } from '../model/errors.ts'

/** No answer of a forge that we ask for is larger. */
const MOST_BYTES = 8 * 1024 * 1024

/** Reads the text of an answer, and no more of it than is sensible. */
export async function readLimited(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    length += chunk.length
    if (length > MOST_BYTES) {
      throw new AppError('forge_unreadable', [], { message: `The forge answered with more than ${MOST_BYTES} bytes.` })
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
