import type { Store, Workspaces } from '../../engine/ports.ts'
import type { CommitNote } from '../../engine/workspaces.ts'
import type { PersonId } from '../../model/ids.ts'
import type { Landing, Pull } from '../../model/pull.ts'

interface Ports {
  readonly store: Store
  readonly workspaces: Workspaces
}

const PAGE = 1000

/** A commit, and whose it is. */
export interface PushedCommit extends CommitNote {
  /** Who put it on the branch, whatever author it names; null where no person did. */
  readonly pushed_by: PersonId | null
}

/** Anybody can write any name into a commit: what a person has pushed in the name of the agent is theirs all the same. */
export async function namePushers(
  ports: Ports,
  pull: Pick<Pull, 'id' | 'job' | 'agent'>,
  commits: readonly CommitNote[],
): Promise<readonly PushedCommit[]> {
  const pushers = new Map<string, PersonId>()
  for (const landing of await landingsAmong(ports.store, pull, commits)) {
    for (const commit of await broughtBy(ports, pull, landing)) pushers.set(commit, landing.by)
  }
  return commits.map((note) => {
    const pushed_by = pushers.get(note.commit) ?? null
    return { ...note, author: note.author === pull.agent ? (pushed_by ?? note.author) : note.author, pushed_by }
  })
}

/** Of what took the place of other commits the last one is sure to be theirs; what it replaced may be gone. */
async function broughtBy({ workspaces }: Ports, { job }: Pick<Pull, 'job'>, { on, to }: Landing) {
  if (on === '' || !(await workspaces.holds(job, to, on))) return [to]
  return (await workspaces.log(job, { after: on, until: to })).map(({ commit }) => commit)
}

/** What people were about to put on the branch, where it has come to lie there. */
async function landingsAmong(
  store: Store,
  { id, job }: Pick<Pull, 'id' | 'job'>,
  commits: readonly CommitNote[],
): Promise<readonly Landing[]> {
  const there = new Set(commits.map(({ commit }) => commit))
  const found: Landing[] = []
  for (let after: number | undefined; ; ) {
    const page = await store.events({ job, type: 'push_expected', after, limit: PAGE })
    for (const event of page) {
      if (event.type === 'push_expected' && event.data.pull === id && there.has(event.data.to)) found.push(event.data)
    }
    if (page.length < PAGE) return found
    after = page.at(-1)?.seq
  }
}
