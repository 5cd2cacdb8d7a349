import { AppError } from '../../model/errors.ts'
import { inMegabytes } from '../../review/tree-limits.ts'
import { gitFailure, gitSays } from '../git-failure.ts'
import type { Running } from '../process/running.ts'
import type { Repository } from '../repository.ts'
import type { PushLimits } from './push-limits.ts'
import { lacking, refused } from './push-rights.ts'
import type { Quarantine } from './quarantine.ts'

/** Objects that are sent, where they go, and what they may cost. */
export interface Unpacking {
  readonly pack: AsyncIterable<Uint8Array>
  readonly quarantine: Quarantine
  readonly limits: PushLimits
  readonly signal?: AbortSignal | undefined
}

const HEAD_BYTES = 12

/**
 * Unpacks what was sent into the quarantine: git checks every object and that none is missing. The number of objects is read
 * before git starts; git itself allocates nothing larger than a file may be, so that a small pack can not become a huge one.
 */
export async function unpack(repository: Repository, unpacking: Unpacking): Promise<void> {
  const { limits, quarantine } = unpacking
  const bytes = unpacking.pack[Symbol.asyncIterator]()
  const head = await readHead(bytes)
  refuseMany(head, limits)
  const args = [
    '-c',
    'core.bigFileThreshold=1024g',
    'index-pack',
    '--stdin',
    '--fix-thin',
    '--strict',
    `--max-input-size=${limits.packBytes}`,
  ]
  const env = { ...quarantine.env, GIT_ALLOC_LIMIT: String(limits.fileBytes + 8 * 1024 * 1024) }
  const child = repository.start(args, env)
  const ended = endOf(child)
  const stopNow = () => child.stop()
  const timer = setTimeout(stopNow, limits.timeoutMs)
  unpacking.signal?.addEventListener('abort', stopNow, { once: true })
  try {
    await feed(child, head, bytes)
    const { code, said } = await ended
    // Where the repository lies is not for the terminal of whoever pushes.
    if (code !== 0) throw toRefusal(said.replaceAll(repository.folder, ''), unpacking)
  } finally {
    clearTimeout(timer)
    unpacking.signal?.removeEventListener('abort', stopNow)
    stopNow()
    // The quarantine is cleared away next, which fails while git still writes there.
    await ended.catch(() => undefined)
  }
}

async function readHead(bytes: AsyncIterator<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for (let length = 0; length < HEAD_BYTES; ) {
    const { value, done } = await bytes.next()
    if (done) break
    parts.push(value)
    length += value.length
  }
  return Buffer.concat(parts)
}

async function feed(child: Running, head: Buffer, rest: AsyncIterator<Uint8Array>): Promise<void> {
  for (let bytes: Uint8Array = head; ; ) {
    // Once git has ended there is nobody to write to; how it ended says why.
    if (child.hasEnded || child.stdin.destroyed) return
    if (!child.stdin.write(bytes)) await roomIn(child)
    const next = await rest.next()
    if (next.done) break
    bytes = next.value
  }
  child.stdin.end()
}

/** Until git has read some of it, or has ended, which closes its input. */
function roomIn({ stdin }: Running): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      stdin.off('drain', go)
      stdin.off('close', go)
      resolve()
    }
    stdin.on('drain', go)
    stdin.on('close', go)
  })
}

function refuseMany(head: Buffer, limits: PushLimits): void {
  // What is cut off before its count is for git to refuse.
  const isPack = head.length >= HEAD_BYTES && head.toString('latin1', 0, 4) === 'PACK'
  const count = isPack ? head.readUInt32BE(8) : 0
  if (count <= limits.objects) return
  throw refused(
    `The push has ${count} objects, and at most ${limits.objects} are taken at once. Push in smaller parts.`,
  )
}

function endOf(child: Running): Promise<{ readonly code: number; readonly said: string }> {
  let said = ''
  child.stdout.resume()
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(0, 8_000)
  })
  return new Promise((resolve, reject) => {
    child.onError((cause) => reject(new AppError('git_missing', [], { cause })))
    child.onClose((code) => resolve({ code: code ?? -1, said }))
  })
}

function toRefusal(said: string, { limits, signal }: Unpacking): AppError {
  if (signal?.aborted) return new AppError('git_stopped')
  if (said === '')
    return refused(`It takes longer than ${limits.timeoutMs / 1000} seconds to unpack. Push in smaller parts.`)
  if (/attempting to allocate/.test(said)) {
    return refused(`A file is larger than ${inMegabytes(limits.fileBytes)}. Take it out of the history and push again.`)
  }
  if (/exceeds maximum allowed size/.test(said)) {
    return refused(`The push is larger than ${inMegabytes(limits.packBytes)}. Push in smaller parts.`)
  }
  const failure = gitFailure('index-pack', said)
  if (failure.code === 'disk_full') return failure
  const message = `Git does not take the objects. ${gitSays(said)}`
  return NEEDS_OTHERS.test(said) ? lacking(message) : refused(`${message} ${OF_THE_SENDER}`)
}

/** What is wrong with objects that were sent is found, and mended, where they come from. */
const OF_THE_SENDER = 'Nothing was changed here. Look at your clone with "git fsck", then push again.'

/** What git says that came to an object beside the pack: a base of something in it, or what something in it names. */
const NEEDS_OTHERS = /did not receive expected object|unresolved delta|(?:local|loose|packed) object|object file /
