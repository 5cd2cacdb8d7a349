import type { GitRemote } from '../../engine/ports.ts'
import { AppError } from '../../model/errors.ts'
import { quote } from '../../model/quote.ts'
import type { Oid } from '../oid.ts'
import { FLUSH, PktReader, pktLine } from './pkt-line.ts'
import { PUSH_LIMITS } from './push-limits.ts'

/** What is wanted of a repository elsewhere, and what we have of it. */
interface Wanted {
  readonly want: Oid
  readonly have: Oid
}

/**
 * Asks a forge for the objects between two commits, and gives them as they come: whoever reads them has the limits of a push, which git's
 * own fetch does not know. No redirect is followed, because our token would go along.
 */
export async function fetchPack({ url, header }: GitRemote, { want, have }: Wanted): Promise<PktReader> {
  const body = [
    pktLine(`want ${want} ofs-delta thin-pack no-progress\n`),
    FLUSH,
    pktLine(`have ${have}\n`),
    pktLine('done\n'),
  ]
  const response = await fetch(`${url}/git-upload-pack`, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(PUSH_LIMITS.timeoutMs),
    headers: {
      authorization: header.replace(/^Authorization:\s*/i, ''),
      'content-type': 'application/x-git-upload-pack-request',
      accept: 'application/x-git-upload-pack-result',
    },
    body: Buffer.concat(body),
  }).catch((cause: unknown) => {
    throw notRead(url, 'it did not answer', cause)
  })
  if (!response.ok || response.body === null) throw notRead(url, `it answered ${response.status}`)
  const reader = new PktReader(untilCutOff(response.body, url))
  const said = (await reader.line())?.toString('utf8').trim() ?? ''
  if (said !== 'NAK' && !said.startsWith('ACK ')) {
    await reader.cancel()
    throw said.startsWith('ERR ') ? notGiven(url, said.slice('ERR '.length)) : notRead(url, quote(said.slice(0, 300)))
  }
  return reader
}

/** An answer that breaks off in its middle is no fault of ours, and may be asked for again. */
async function* untilCutOff(bytes: AsyncIterable<Uint8Array>, url: string): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (cause) {
    throw notRead(url, 'the answer broke off', cause)
  }
}

/** It is there and says no, to this one thing: a commit that it has thrown away does not come back by waiting. */
function notGiven(url: string, why: string): AppError {
  const message = `${new URL(url).host} does not give the commits: ${quote(why.slice(0, 300))}.`
  return new AppError('forge_refused', [], { message })
}

function notRead(url: string, why: string, cause?: unknown): AppError {
  const message = `The commits at ${new URL(url).host} could not be read: ${why}.`
  return new AppError('forge_unreachable', [], { message, cause })
}
