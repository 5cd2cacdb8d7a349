import { AppError } from '../model/errors.ts'
import { MAIN } from '../review/branch-name.ts'
import { EMPTY_TREE } from './git-environment.ts'
import { isAncestor } from './merge-base.ts'
import type { Oid } from './oid.ts'
import { fetchFrom, type RemoteBranch } from './remote-git.ts'
import { type RefChange, type Repository, refOf } from './repository.ts'
import { historyRef } from './squash-merge.ts'

const MAIN_REF = `refs/heads/${MAIN}`

/** Where the forge keeps `main`, ours is a copy: it goes along, and never back or aside. Gives where it stands. */
export function followForge(repository: Repository, main: RemoteBranch): Promise<Oid> {
  return goAlong(repository, main, async () => [])
}

/** What was merged there, and what becomes of its branch here. */
interface MergedThere {
  readonly main: RemoteBranch
  readonly branch: string
  readonly head: Oid
  readonly commit: Oid
}

/** Takes in what the forge merged: `main` goes along, the branch goes, its commits stay to be seen. Done twice, it is the same. */
export async function settleMerged(repository: Repository, { main, branch, head, commit }: MergedThere): Promise<void> {
  await goAlong(repository, main, async (to) => {
    if (!(await isAncestor(repository, commit, to))) {
      const message = `The forge says that it made ${commit.slice(0, 10)} of it, which is not on its ${main.as}.`
      throw new AppError('forge_unreadable', [], { message })
    }
    const kept: RefChange = { ref: historyRef(branch), to: head }
    const isThere = (await repository.head(branch)) === head
    return isThere ? [kept, { ref: refOf(branch), to: null, from: head }] : [kept]
  })
}

/** Somebody else may take in the same at this moment; what stands there by then decides. */
const MAX_RACES = 3

/** Moves `main` to where the forge has it, and other refs with it. */
async function goAlong(
  repository: Repository,
  main: RemoteBranch,
  others: (to: Oid) => Promise<readonly RefChange[]>,
): Promise<Oid> {
  for (let race = 1; ; race++) {
    const to = await fetchFrom(repository, main)
    try {
      const changes = [...(await moveOf(repository, main, to)), ...(await others(to))]
      if (changes.length > 0) await repository.changeRefs(changes)
      return to
    } catch (error) {
      const isMoved = error instanceof AppError && (error.code === 'branch_moved' || error.code === 'base_moved')
      if (!isMoved || race === MAX_RACES) throw error
    }
  }
}

async function moveOf(repository: Repository, main: RemoteBranch, to: Oid): Promise<readonly RefChange[]> {
  const from = await repository.headOf(MAIN)
  if (from === to) return []
  if ((await isAncestor(repository, from, to)) || (await isFresh(repository, from)))
    return [{ ref: MAIN_REF, to, from }]
  const message = `The ${main.as} of the forge is no longer a continuation of what was merged here. Somebody has rewritten it.`
  throw new AppError('base_moved', [], { message, details: { main: to } })
}

/** The empty commit that every repository of a job begins with, and nothing else. */
async function isFresh(repository: Repository, oid: Oid): Promise<boolean> {
  const { tree, parents } = await repository.commit(oid)
  return parents.length === 0 && tree === EMPTY_TREE
}
