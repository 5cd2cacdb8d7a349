import { AppError } from '../../model/errors.ts'
import { inspectRepository } from '../inspect-repository.ts'
import type { Repository } from '../repository.ts'
import { isLacking } from './push-rights.ts'

/** Whoever pushes to the same repository meanwhile is told what the same look finds. */
const looks = new WeakMap<Repository, Promise<boolean>>()
/** A repository that was found sound is not read again for so many times as long as that took, and for so long at least. */
const REST = 20
const LEAST_REST_MS = 10_000

/**
 * Who has to do something about a push whose history can't be read to its end: whoever left objects out, or whoever looks after a damaged
 * repository. To fetch and to push again would not help against that, however often it is done.
 */
export async function orDamaged(repository: Repository, error: unknown, timeoutMs: number): Promise<unknown> {
  if (!isLacking(error)) return error
  const look = looks.get(repository) ?? lookAt(repository, timeoutMs)
  looks.set(repository, look)
  return (await look) ? new AppError('repository_broken', [], { message: DAMAGED, cause: error }) : error
}

/** Every object is read for a push of a few bytes, so that whoever pushes in a loop must not have that done each time. */
async function lookAt(repository: Repository, timeoutMs: number): Promise<boolean> {
  const start = performance.now()
  const damaged = await isDamaged(repository, timeoutMs)
  const rest = Math.max(LEAST_REST_MS, REST * (performance.now() - start))
  // Whoever mends it wants to see that at once.
  setTimeout(() => looks.delete(repository), damaged ? 0 : rest).unref()
  return damaged
}

/** Reads every object, without those that were pushed. Where that takes too long, nobody can tell. */
async function isDamaged(repository: Repository, timeoutMs: number): Promise<boolean> {
  try {
    return (await inspectRepository(repository, { timeoutMs }))?.isWhole === false
  } catch (error) {
    // It says nothing of objects that are as they were written.
    return error instanceof AppError && error.code === 'too_much_output'
  }
}

const DAMAGED =
  'The repository is damaged on the server, and nothing was changed. Your commits are safe with you: keep them. Whoever looks after the server finds what is wrong with "leeway doctor" and brings it back from a backup; then push again.'
