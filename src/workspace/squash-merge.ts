import { AppError } from '../model/errors.ts'
import { MAIN } from '../review/branch-name.ts'
import { linkOf } from './commit-links.ts'
import type { Signature, Trailer } from './commit-text.ts'
import { commitOfTree } from './import-commit.ts'
import { isAncestor } from './merge-base.ts'
import { mergedTree } from './merged-tree.ts'
import type { Oid } from './oid.ts'
import { type RefChange, type Repository, refOf } from './repository.ts'
import { requireWhole } from './require-whole.ts'
import { tidy } from './tidy.ts'

/** What was approved, and how it is to be told. The same approval always makes the same commit. */
export interface ApprovedMerge {
  readonly branch: string
  /** The last commit of the branch that the reviewers saw. */
  readonly head: Oid
  /** The tree that they saw: what the merge has to give. */
  readonly tree: Oid
  /** Where `main` was when they looked. */
  readonly base: Oid
  readonly author: Signature
  readonly message: string
  readonly trailers?: readonly Trailer[]
  /** Called when nobody else can move `main` any more, and it has not moved yet; what it throws leaves everything as it is. */
  readonly beforeMoving?: (() => Promise<unknown>) | undefined
}

/** What became of a merge. */
export interface MergeOutcome {
  readonly commit: Oid
  /** It had been done before: by an earlier try that nobody heard the end of. */
  readonly repeated: boolean
}

const MAIN_REF = `refs/heads/${MAIN}`

/** Where the rounds of a merged or closed branch stay to be seen. */
export function historyRef(branch: string): string {
  refOf(branch)
  return `refs/leeway/history/${branch}`
}

/**
 * Merges a reviewed branch as one commit: only these bytes, only onto this base, by compare-and-swap. The branch goes, its
 * commits stay under `refs/leeway/history/`. Trying again after a crash finishes what was begun and changes nothing else.
 */
export async function squashMerge(repository: Repository, merge: ApprovedMerge): Promise<MergeOutcome> {
  const { head, base } = merge
  await repository.seeDisk()
  const tree = await mergedTree(repository, { base, head })
  if (tree !== merge.tree) throw new AppError('tree_changed', [], { details: { expected: merge.tree, tree } })
  const { tree: known } = await linkOf(repository, base)
  let [tips] = await Promise.all([
    tipsOf(repository, merge),
    repository.require(base, 'commit'),
    // Git moves a branch to whatever it is told, and main would be broken for good.
    requireWhole(repository, { tree, known }),
  ])
  const commit = await commitOfTree(repository, { ...merge, parents: [base] })
  for (let race = 1; ; race++) {
    try {
      return await moveMain(repository, { merge, commit, tips })
    } catch (error) {
      // Somebody may be making the very same merge in this moment, ref by ref; what stands there by now decides.
      if (!(error instanceof AppError) || !MOVED.has(error.code) || race === MAX_RACES) throw error
      tips = await tipsOf(repository, merge)
    }
  }
}

/** Where a merge finds the two branches. They change only from there, however long ago that was seen. */
interface Tips {
  readonly main: Oid
  readonly branch: Oid | undefined
}

async function tipsOf(repository: Repository, { branch }: ApprovedMerge): Promise<Tips> {
  const [main, now] = await Promise.all([repository.headOf(MAIN), repository.head(branch)])
  return { main, branch: now }
}

/** The commit of a merge that is on `main` already; nothing where it was never made. */
export async function madeBefore(repository: Repository, merge: ApprovedMerge): Promise<Oid | undefined> {
  // Without its objects, so that a damaged repository can still tell that nothing was merged.
  if ((await repository.tip(MAIN)) === merge.base) return undefined
  await Promise.all([repository.require(merge.tree, 'tree'), repository.require(merge.base, 'commit')])
  const commit = await commitOfTree(repository, { ...merge, parents: [merge.base] })
  return (await isOnMain(repository, commit)) ? commit : undefined
}

async function isOnMain(repository: Repository, commit: Oid): Promise<boolean> {
  const main = await repository.headOf(MAIN)
  return main === commit || isAncestor(repository, commit, main)
}

const MOVED: ReadonlySet<string> = new Set(['base_moved', 'branch_moved'])
/** A merge changes three refs, so that another one can be met at each of them. */
const MAX_RACES = 4

interface Move {
  readonly merge: ApprovedMerge
  readonly commit: Oid
  readonly tips: Tips
}

async function moveMain(
  repository: Repository,
  { merge, commit, tips: { main, branch: now } }: Move,
): Promise<MergeOutcome> {
  const { head, base } = merge
  if (main !== base) {
    const isDone = main === commit || (await isAncestor(repository, commit, main))
    if (!isDone) throw baseMoved(base, main)
    await repository.changeRefs(retire(merge, now))
    return { commit, repeated: true }
  }
  if (now !== head) throw branchMoved(merge, now)
  const moved: RefChange = { ref: MAIN_REF, to: commit, from: base }
  const changes = [moved, ...retire(merge, now)]
  await repository.changeRefs(changes, merge.beforeMoving).catch((error) => rethrow(error, merge))
  // Whoever merges does not wait for it.
  repository.afterwards(() => tidy(repository))
  return { commit, repeated: false }
}

/** What is left to do once `main` has moved. A branch that was pushed to since is not ours to delete. */
function retire({ branch, head }: ApprovedMerge, now: Oid | undefined): readonly RefChange[] {
  const kept: RefChange = { ref: historyRef(branch), to: head }
  return now === head ? [kept, { ref: refOf(branch), to: null, from: head }] : [kept]
}

/** Git names the ref on which somebody was faster. */
function rethrow(error: unknown, merge: ApprovedMerge): never {
  if (!(error instanceof AppError) || error.code !== 'branch_moved') throw error
  throw error.details['ref'] === MAIN_REF ? baseMoved(merge.base) : branchMoved(merge)
}

function baseMoved(base: Oid, main?: Oid): AppError {
  return new AppError('base_moved', [], { details: { base, ...(main === undefined ? {} : { main }) } })
}

function branchMoved({ branch, head }: ApprovedMerge, now?: Oid): AppError {
  const message = `${branch} is no longer at the commit that was approved. Look at what came since, and decide again.`
  return new AppError('branch_moved', [], { message, details: { branch, head, ...(now === undefined ? {} : { now }) } })
}
