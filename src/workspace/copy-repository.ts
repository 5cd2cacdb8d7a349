import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../model/errors.ts'
import { MAIN, parseBranchName } from '../review/branch-name.ts'
import { gitFailure } from './git-failure.ts'
import { inspectRepository } from './inspect-repository.ts'
import { Oid } from './oid.ts'
import { makeRepository, type WhichFolder } from './open-repository.ts'
import type { Running } from './process/running.ts'
import type { RefChange, Repository } from './repository.ts'

/** Everything that a repository holds: where its refs are, and a pack of every object. */
export interface RepositoryCopy {
  readonly refs: Uint8Array
  readonly objects: AsyncIterable<Uint8Array> | Iterable<Uint8Array>
}

/**
 * Copies a repository while others go on working in it. The refs are read before the objects, so that none of them leads to an
 * object that is not in the copy. What a fetch from a forge holds on to for a moment stays out of it. Objects that no ref leads to come along, because rows name trees that were only ever shown.
 */
export async function copyRepository(repository: Repository): Promise<RepositoryCopy> {
  const refs = await repository.run([
    'for-each-ref',
    '--format=%(objectname) %(refname)',
    'refs/heads',
    'refs/leeway/history',
  ])
  return { refs, objects: packOf(repository) }
}

async function* packOf(repository: Repository): AsyncGenerator<Uint8Array> {
  const lister = repository.start(['cat-file', '--batch-all-objects', '--unordered', '--batch-check=%(objectname)'])
  const packer = repository.start(['pack-objects', '--stdout', '-q'])
  const ends = [endOf(lister, 'cat-file'), endOf(packer, 'pack-objects')]
  lister.stdout.pipe(packer.stdin)
  try {
    yield* packer.stdout
    for (const failure of await Promise.all(ends)) if (failure !== undefined) throw failure
  } finally {
    for (const child of [lister, packer]) child.stop()
  }
}

/**
 * Restoring checks every object; a copy that lacks something, or leads elsewhere, leaves no repository. One that is whole and not as it
 * should be comes back as it was, and what is wrong with it is given.
 */
export async function restoreRepository(
  which: WhichFolder,
  { refs, objects }: RepositoryCopy,
): Promise<string | undefined> {
  if (existsSync(join(which.root, which.name))) {
    throw new AppError('id_taken', [], { message: `There is a repository ${which.name} already.` })
  }
  const changes = Buffer.from(refs).toString('utf8').trim().split('\n').map(toChange)
  let flaw: string | undefined
  await makeRepository(which, async (repository) => {
    await indexPack(repository, objects)
    await repository.changeRefs(changes)
    flaw = await flawOf(repository)
  })
  return flaw
}

/** What is wrong with a repository that can be copied all the same; throws where it can't. */
export async function flawOf(repository: Repository): Promise<string | undefined> {
  const { wrong, isWhole } = (await inspectRepository(repository)) ?? { isWhole: true }
  if (!isWhole) throw new AppError('repository_broken', [], { message: wrong })
  return wrong
}

/** Only refs that we make ourselves come out of a file. */
function toChange(line: string): RefChange {
  const [, oid = '', ref = '', branch = ''] = /^(\S+) (refs\/(?:heads|leeway\/history)\/(\S+))$/.exec(line) ?? []
  const isOurs = branch === MAIN ? ref === `refs/heads/${MAIN}` : parseBranchName(branch) !== undefined
  const to = Oid.safeParse(oid)
  if (!isOurs || !to.success) throw new AppError('repository_broken', [], { message: 'The copy names a strange ref.' })
  return { ref, to: to.data, from: null }
}

/** What git thinks of the objects is asked once they are there, with all else that it can find. */
async function indexPack(repository: Repository, objects: RepositoryCopy['objects']): Promise<void> {
  const child = repository.start(['-c', 'core.bigFileThreshold=1024g', 'index-pack', '--stdin'])
  const end = endOf(child, 'index-pack')
  child.stdout.resume()
  const fed = pipeline(Readable.from(objects), child.stdin).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  )
  const wrong = (await end) ?? unread(await fed)
  if (wrong !== undefined) throw wrong
}

const READS_NO_MORE: readonly unknown[] = ['ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED', 'EPIPE']

/** A git that ended well has read the whole pack, which tells its own end; that nobody reads on behind it is nothing wrong. */
function unread(wrong: NodeJS.ErrnoException | undefined): Error | undefined {
  return READS_NO_MORE.includes(wrong?.code) ? undefined : wrong
}

/** How a git went wrong; nothing when it did not. */
function endOf(child: Running, command: string): Promise<AppError | undefined> {
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(0, 8_000)
  })
  return new Promise((resolve) => {
    child.onError((cause) => resolve(new AppError('git_missing', [], { cause })))
    child.onClose((code) => resolve(code === 0 ? undefined : gitFailure(command, said)))
  })
}
