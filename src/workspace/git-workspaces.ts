import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  Arrival,
  CommitNote,
  CommitRange,
  ForgeBranch,
  ForgeGit,
  NewCommit as GivenCommit,
  MergeOutcome,
  ShownFile,
  Workspaces,
} from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import type { JobId } from '../model/ids.ts'
import type { MergePlan, Pull } from '../model/pull.ts'
import { MAIN } from '../review/branch-name.ts'
import { catchUp } from './catch-up.ts'
import { retireBranch } from './close-branch.ts'
import { copyRepository, flawOf, type RepositoryCopy, restoreRepository } from './copy-repository.ts'
import { diffTrees } from './diff-trees.ts'
import { blobAt } from './file-at.ts'
import { followAnchors } from './follow-anchors.ts'
import { followForge, settleMerged } from './follow-forge.ts'
import type { Git } from './git.ts'
import type { FileWrite } from './import-commit.ts'
import { inSlices } from './in-slices.ts'
import { inspectRepository } from './inspect-repository.ts'
import { listCommits } from './list-commits.ts'
import { listTree } from './list-tree.ts'
import { isAncestor } from './merge-base.ts'
import { conflictsOf, mergedTree } from './merged-tree.ts'
import { Oid } from './oid.ts'
import { OpenRepositories } from './open-repositories.ts'
import { folderName, initRepository, openFolder } from './open-repository.ts'
import { putBack } from './put-back.ts'
import { pushTo } from './remote-git.ts'
import { type Repository, refOf } from './repository.ts'
import { noteNames } from './require-reviewable.ts'
import { changedFile } from './shown-file.ts'
import { shownFiles } from './shown-files.ts'
import { approvedMerge, signatureOf } from './signed.ts'
import { type GitRequest, notServed, serveGit } from './smart-http.ts'
import { madeBefore, squashMerge } from './squash-merge.ts'
import { takeFromForge } from './take-from-forge.ts'
import { wholeFile } from './whole-file.ts'
import { keepFiles, writeCommit } from './write-commit.ts'

/** The largest file that is handed out whole. */
const MAX_FILE_BYTES = 16 * 1024 * 1024
/** A copy of a repository that is whole, with what is wrong with it otherwise. */
type FlawedCopy = RepositoryCopy & { readonly flaw: string | undefined }

/** A request of a git client. */
type Served = Omit<GitRequest, 'repository' | 'rights'> & { readonly branches: readonly string[] | null }

/** The bare repositories of jobs below one folder, kept with git itself. */
export class GitWorkspaces implements Workspaces, ForgeGit {
  readonly #git: () => Promise<Git>
  readonly #root: string
  readonly #open: OpenRepositories

  /** Git is looked for once, when the first file is wanted: whoever has no workspaces needs none. */
  constructor(root: string, git: () => Promise<Git>) {
    this.#root = root
    this.#open = new OpenRepositories(root)
    let found: Promise<Git> | undefined
    this.#git = () => {
      found ??= git()
      return found
    }
  }

  async create(job: JobId, { by, at }: Pick<GivenCommit, 'by' | 'at'>): Promise<void> {
    const which = { git: await this.#git(), root: this.#root, job }
    const repository = await initRepository(which, { author: signatureOf(by, at), message: 'Begin' })
    repository.close()
  }

  async enter(job: JobId, branch: string) {
    const repository = await this.#repository(job)
    const base = await repository.headOf(MAIN)
    const known = await repository.objects.info(refOf(branch))
    if (known !== undefined) return { head: Oid.parse(known.oid), base }
    try {
      await repository.changeRefs([{ ref: refOf(branch), to: base, from: null }])
    } catch (error) {
      // It is there all the same: somebody was faster, or the commit that it is at is missing, which is told.
      const head = isCode(error, 'branch_moved') ? await repository.head(branch) : undefined
      if (head === undefined) throw error
      return { head, base }
    }
    noteNames(repository, base, 0)
    return { head: base, base }
  }

  async head(job: JobId, branch: string) {
    return (await this.#repository(job)).head(branch)
  }

  async read(job: JobId, commit: string, path: string) {
    const repository = await this.#repository(job)
    const found = await blobAt(repository, Oid.parse(commit), path)
    return found && repository.file(Oid.parse(found.object), MAX_FILE_BYTES)
  }

  async whole(job: JobId, commit: string, path: string) {
    return wholeFile(await this.#repository(job), Oid.parse(commit), path)
  }

  async list(job: JobId, commit: string) {
    const repository = await this.#repository(job)
    return (await listTree(repository, Oid.parse(commit))).map(({ path }) => Buffer.from(path).toString())
  }

  async commit(job: JobId, { branch, on, changes, message, by, at, beforeMoving }: GivenCommit) {
    const repository = await this.#repository(job)
    const expected = Oid.parse(on)
    const files = toFiles(changes)
    try {
      return await writeCommit(repository, {
        branch,
        expected,
        files,
        author: signatureOf(by, at),
        message,
        beforeMoving,
      })
    } catch (error) {
      throw isCode(error, 'branch_moved') ? new AppError('head_moved', [], { cause: error }) : error
    }
  }

  async keep(job: JobId, { changes, message, by, at }: Parameters<Workspaces['keep']>[1]) {
    return keepFiles(await this.#repository(job), { files: toFiles(changes), author: signatureOf(by, at), message })
  }

  async catchUp(job: JobId, branch: string, { by, at }: Pick<GivenCommit, 'by' | 'at'>) {
    return catchUp(await this.#repository(job), branch, signatureOf(by, at))
  }

  async behind({ job, base, head }: Pick<Pull, 'job' | 'base' | 'head'>): Promise<Pull['behind']> {
    const repository = await this.#repository(job)
    const main = await repository.headOf(MAIN)
    return main === base
      ? undefined
      : { conflicts: await conflictsOf(repository, { base: main, head: Oid.parse(head) }) }
  }

  async holds(job: JobId, head: string, commit: string) {
    const repository = await this.#repository(job)
    const found = await repository.objects.info(Oid.parse(commit))
    return found?.type === 'commit' && isAncestor(repository, Oid.parse(commit), Oid.parse(head))
  }

  async offer(job: JobId, branch: string) {
    const repository = await this.#repository(job)
    const base = await repository.headOf(MAIN)
    const head = await repository.headOf(branch)
    const tree = await mergedTree(repository, { base, head })
    const files = await diffTrees(repository, { from: base, to: tree })
    return { base, head, tree, files: await inSlices(files, changedFile) }
  }

  async diff(job: JobId, { from, to }: { readonly from: string; readonly to: string }): Promise<readonly ShownFile[]> {
    const repository = await this.#repository(job)
    return shownFiles(repository, { from: Oid.parse(from), to: Oid.parse(to) })
  }

  async log(job: JobId, { after, until, main, paths = [] }: CommitRange): Promise<readonly CommitNote[]> {
    const without = main === undefined ? [] : [Oid.parse(main)]
    const range = { base: Oid.parse(after), head: Oid.parse(until), without, paths }
    const commits = await listCommits(await this.#repository(job), range)
    return commits.map(({ oid, author, message }) => ({
      commit: oid,
      author: author.replace(/ <.*$/, ''),
      message: message.trim(),
    }))
  }

  async follow(...[job, to, anchors]: Parameters<Workspaces['follow']>) {
    return followAnchors(await this.#repository(job), to, anchors)
  }

  async retire({ job, branch, head }: Pick<Pull, 'job' | 'branch' | 'head'>): Promise<void> {
    await retireBranch(await this.#repository(job), branch, Oid.parse(head))
  }

  async putBack({ job, branch, head }: Pick<Pull, 'job' | 'branch' | 'head'>, beforeMoving: () => Promise<unknown>) {
    await putBack(await this.#repository(job), { branch, head: Oid.parse(head), beforeMoving })
  }

  async merge(pull: Pull, plan: MergePlan, beforeMoving: () => Promise<unknown>): Promise<MergeOutcome> {
    const repository = await this.#repository(pull.job)
    try {
      const { commit } = await squashMerge(repository, { ...approvedMerge(pull, plan), beforeMoving })
      return { commit }
    } catch (error) {
      const refused = error instanceof AppError ? REFUSED[error.code] : undefined
      if (refused === undefined) throw error
      return { refused, reason: (error as AppError).message }
    }
  }

  async publish({ job, head }: Pick<Pull, 'job' | 'head'>, to: ForgeBranch, over: string | null): Promise<void> {
    await pushTo(await this.#repository(job), to, { to: Oid.parse(head), over })
  }

  async takeIn(pull: Pick<Pull, 'job' | 'branch' | 'head'>, from: ForgeBranch, arrival: Arrival): Promise<void> {
    await takeFromForge(await this.#repository(pull.job), { pull, from, ...arrival })
  }

  async followMain(job: JobId, main: ForgeBranch): Promise<string> {
    return followForge(await this.#repository(job), main)
  }

  async settle({ job, branch, head, base, tree }: Pull, main: ForgeBranch, name: string): Promise<boolean> {
    const repository = await this.#repository(job)
    const commit = Oid.parse(name)
    await settleMerged(repository, { main, branch, head: Oid.parse(head), commit })
    const made = await repository.commit(commit)
    return made.tree === tree && made.parents.length === 1 && made.parents[0] === base
  }

  async merged(pull: Pull, plan: MergePlan): Promise<string | undefined> {
    return madeBefore(await this.#repository(pull.job), approvedMerge(pull, plan))
  }

  place(job: JobId): string {
    return join(this.#root, folderName(job))
  }

  async inspect(job: JobId, objects: Iterable<string>): Promise<string | undefined> {
    return (await inspectRepository(await this.#repository(job), { named: objects }))?.wrong
  }

  /** Every repository there is, each with all that it holds and what is wrong with it; or why it can't be copied. */
  async *copies(): AsyncGenerator<{ readonly name: string; readonly copy: FlawedCopy | AppError }> {
    const names = await readdir(this.#root).catch(() => [])
    for (const name of names.filter((one) => one.endsWith('.git')).sort()) {
      yield { name, copy: await this.#copy(name).catch(orAppError) }
    }
  }

  async #copy(name: string): Promise<FlawedCopy> {
    const repository = await openFolder({ git: await this.#git(), root: this.#root, name })
    const flaw = await flawOf(repository)
    return { ...(await copyRepository(repository)), flaw }
  }

  /** Makes a repository out of a copy, under the name that it had, and gives what is wrong with it. */
  async bringBack(name: string, copy: RepositoryCopy): Promise<string | undefined> {
    if (!/^[a-z0-9][a-z0-9._~-]*\.git$/.test(name)) {
      throw new AppError('repository_broken', [], { message: 'The copy has a strange name.' })
    }
    return restoreRepository({ git: await this.#git(), root: this.#root, name }, copy)
  }

  /** Serves the repository of a job to git clients; the caller has worked out who asks, and which branches are theirs. */
  async serve(job: JobId, { branches, ...asked }: Served): Promise<Response> {
    const rights = branches === null ? null : { branches, mayBegin: false, mayRewrite: false }
    const repository = await this.#repository(job).catch(orAppError)
    return repository instanceof AppError ? notServed(repository) : serveGit({ ...asked, repository, rights })
  }

  /** Ends every git that is kept open for reading. */
  async close(): Promise<void> {
    await this.#open.close()
  }

  async #repository(job: JobId): Promise<Repository> {
    return this.#open.of(job, await this.#git())
  }
}

/** What the engine is told of a merge that did not happen. */
const REFUSED: Readonly<Record<string, Extract<MergeOutcome, { refused: unknown }>['refused']>> = {
  base_moved: 'base_moved',
  merge_conflict: 'conflict',
  branch_moved: 'head_moved',
  branch_missing: 'head_moved',
  tree_changed: 'base_moved',
}

function toFiles(changes: GivenCommit['changes']): readonly FileWrite[] {
  return Object.entries(changes).map(([path, content]) => ({ path, content }))
}

function orAppError(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof AppError && error.code === code
}
