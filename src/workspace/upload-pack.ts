import type { Running } from './process/running.ts'
import { FLUSH, pktLine } from './receive/pkt-line.ts'
import { requestBody } from './receive/request-body.ts'
import type { Repository } from './repository.ts'

/** A client names what it has; that is never much. */
const MAX_REQUEST = 16 * 1024 * 1024
const TIMEOUT_MS = 10 * 60_000
const SERVICE = 'git-upload-pack'

/**
 * Lets git answer a clone or a fetch, and ends it when nobody reads any more. History that was merged away is not offered, nor are refs that
 * are hidden. Where some are, all are named in this one answer, as the oldest protocol has it: nobody asks for them once more then.
 */
export async function answerOfUploadPack(
  repository: Repository,
  request: Request,
  hidden: readonly string[] = [],
): Promise<Response> {
  const isAdvertisement = request.method === 'GET'
  const protocol = hidden.length === 0 ? protocolOf(request) : {}
  const args = hidden.flatMap((ref) => ['-c', `uploadpack.hideRefs=${ref}`])
  args.push('upload-pack', '--strict', '--timeout=60', '--stateless-rpc')
  if (isAdvertisement) args.push('--http-backend-info-refs')
  const child = repository.start([...args, repository.folder], protocol)
  child.stderr.resume()
  const kind = isAdvertisement ? 'advertisement' : 'result'
  const headers = {
    'content-type': `application/x-${SERVICE}-${kind}`,
    'cache-control': 'no-cache, max-age=0, must-revalidate',
  }
  return new Response(
    toStream(output(child, request, protocol), () => child.stop()),
    { headers },
  )
}

/** A stream that is told at once when its reader goes, and does not first wait for what it was about to read. */
function toStream(chunks: AsyncGenerator<Uint8Array>, onCancel: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (controller) => {
      const { value, done } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => {
      onCancel()
      chunks.return(undefined).catch(() => undefined)
    },
  })
}

async function* output(
  child: Running,
  request: Request,
  protocol: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const end = () => child.stop()
  const timer = setTimeout(end, TIMEOUT_MS)
  request.signal.addEventListener('abort', end, { once: true })
  try {
    if (request.method === 'GET' && protocol['GIT_PROTOCOL'] !== 'version=2') {
      yield Buffer.concat([pktLine(`# service=${SERVICE}\n`), FLUSH])
    }
    feed(child, request).catch(end)
    for await (const chunk of child.stdout) yield chunk as Uint8Array
  } finally {
    clearTimeout(timer)
    request.signal.removeEventListener('abort', end)
    end()
  }
}

async function feed(child: Running, request: Request): Promise<void> {
  for await (const chunk of requestBody(request, MAX_REQUEST)) {
    if (child.stdin.destroyed) return
    child.stdin.write(chunk)
  }
  child.stdin.end()
}

/** The version of the protocol is the one thing of the request that git gets to see beside its body. */
function protocolOf({ headers }: Request): Record<string, string> {
  const asked = headers.get('git-protocol') ?? ''
  return /^version=[012]$/.test(asked) ? { GIT_PROTOCOL: asked } : {}
}
