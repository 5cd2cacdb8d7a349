import type { Io } from './io.ts'

/** Enough for any document; a longer one is refused by whoever parses it, without the rest being read. */
const MOST_BYTES = 1024 * 1024 + 1

/** All that stands on standard input, up to the size that is still read. */
export async function readStdin({ stdin }: Io): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of stdin) {
    const bytes = Buffer.from(chunk as Uint8Array)
    chunks.push(bytes)
    length += bytes.length
    if (length >= MOST_BYTES) break
  }
  return Buffer.concat(chunks).subarray(0, MOST_BYTES)
}
