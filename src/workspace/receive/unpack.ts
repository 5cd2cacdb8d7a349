import { AppError } from '../../model/errors.ts'
import { gitFailure } from '../git-failure.ts'
import type { Running } from '../process/running.ts'
import type { Repository } from '../repository.ts'
import { inMegabytes, type PushLimits } from './push-limits.ts'
import { refused } from './push-rights.ts'
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
    await feed(child, unpacking)
    const { code, said } = await ended
    // Where the repository lies is not for the terminal of whoever pushes.
    if (code !== 0) throw toRefusal(said.replaceAll(repository.folder, ''), unpacking)
  } finally {
    clearTimeout(timer)
    unpacking.signal?.removeEventListener('abort', stopNow)
    stopNow()
  }
}

async function feed(child: Running, { pack, limits }: Unpacking): Promise<void> {
  let head = Buffer.alloc(0)
  let isChecked = false
  for await (const chunk of pack) {
    if (!isChecked) {
      head = Buffer.concat([head, chunk])
      if (head.length < HEAD_BYTES) continue
      refuseMany(head, limits)
      isChecked = true
    }
    const bytes = head.length > 0 ? head : chunk
    head = Buffer.alloc(0)
    // Once git has ended there is nobody to write to; how it ended says why.
    if (child.hasEnded || child.stdin.destroyed) return
    if (!child.stdin.write(bytes)) await roomIn(child)
  }
  child.stdin.end(head)
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
  const count = head.toString('latin1', 0, 4) === 'PACK' ? head.readUInt32BE(8) : 0
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
  return failure.code === 'disk_full' ? failure : refused(`Git does not take the objects. ${failure.message}`)
}
