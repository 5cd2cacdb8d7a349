import type { JobId } from '../model/ids.ts'
import type { Git } from './git.ts'
import { folderName, lookAt } from './open-repository.ts'
import { Repository } from './repository.ts'

/** How many repositories stay open for reading; a job that is not looked at keeps no process alive. */
const MOST_OPEN = 16

interface Opened {
  readonly repository: Repository
  /** Which folder of the disk it was; another one may lie there by now. */
  readonly folder: string
}

/** Repositories that are kept open, the one that was asked for last behind all others. */
export class OpenRepositories {
  readonly #root: string
  readonly #open = new Map<JobId, Opened>()

  constructor(root: string) {
    this.#root = root
  }

  /** The folder is looked at each time: somebody may have linked, exchanged or removed it since (invariant 28). */
  of(job: JobId, git: Git): Repository {
    const known = this.#open.get(job)
    this.#open.delete(job)
    const opened = this.#reopen(known, { git, name: folderName(job) })
    this.#open.set(job, opened)
    this.#closeOldest()
    return opened.repository
  }

  /** Ends every git that is kept open for reading. */
  async close(): Promise<void> {
    const open = [...this.#open.values()]
    this.#open.clear()
    await Promise.all(open.map(({ repository }) => repository.close()))
  }

  #reopen(known: Opened | undefined, { git, name }: { readonly git: Git; readonly name: string }): Opened {
    try {
      const { path, folder } = lookAt(this.#root, name)
      if (known?.folder === folder) return known
      known?.repository.close()
      return { repository: new Repository(git, path), folder }
    } catch (error) {
      known?.repository.close()
      throw error
    }
  }

  #closeOldest(): void {
    for (const [job, { repository }] of this.#open) {
      if (this.#open.size <= MOST_OPEN) return
      this.#open.delete(job)
      repository.closeWhenDone()
    }
  }
}
