import type { CommitNote } from '../engine/ports.ts'
import type { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

const MOST = 1000

/** Commits behind one and up to another, the oldest first. */
export async function logBetween(
  repository: Repository,
  { after, until }: { readonly after: Oid; readonly until: Oid },
): Promise<readonly CommitNote[]> {
  const args = ['rev-list', '--reverse', '--topo-order', `--max-count=${MOST}`, '--end-of-options', until, `^${after}`]
  const names = (await repository.run(args))
    .toString()
    .split('\n')
    .filter((name) => name !== '')
  const notes: CommitNote[] = []
  for (const name of names) {
    const { author, message } = await repository.commit(name as Oid)
    notes.push({ commit: name, author: author.replace(/ <.*$/, ''), message: message.trim() })
  }
  return notes
}
