import { createHash, randomBytes } from 'node:crypto'
import { lstatSync, realpathSync } from 'node:fs'
import { lstat, mkdir, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../model/errors.ts'
import type { JobId } from '../model/ids.ts'
import { MAIN } from '../review/branch-name.ts'
import type { Signature } from './commit-text.ts'
import type { Git } from './git.ts'
import { commitOfTree } from './import-commit.ts'
import { Repository } from './repository.ts'
import { newObject } from './small-pack.ts'
import { writeObject } from './write-object.ts'

/** Where the repositories lie, and whose is meant. */
export interface WhichRepository {
  readonly git: Git
  /** The folder of all repositories, such as `.leeway/repositories`. */
  readonly root: string
  readonly job: JobId
}

/** What a new repository begins with. */
export interface Beginning {
  readonly author: Signature
  readonly message: string
}

const MAIN_REF = `refs/heads/${MAIN}`

/** What every git has to know of a repository, and settings for whoever runs git there by hand. */
const SETTINGS = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
[transfer]
\tfsckObjects = true
[receive]
\tdenyDeletes = true
\tdenyNonFastForwards = true
[gc]
\tauto = 0
`

/** Makes the repository of a job, with a `main` that has one empty commit; opens it when it is there. */
export async function initRepository(which: WhichRepository, beginning: Beginning): Promise<Repository> {
  const { git, root, job } = which
  const name = folderName(job)
  if (await isThere(join(root, name))) return await openRepository(which)
  await makeRepository({ git, root, name }, (repository) => begin(repository, beginning))
  return await openRepository(which)
}

/** Which folder is meant, below that of all repositories. */
export interface WhichFolder extends Omit<WhichRepository, 'job'> {
  readonly name: string
}

/** Makes an empty repository and fills it, beside its place; it is moved there whole, so that nobody ever sees half of one. */
export async function makeRepository(
  { git, root, name }: WhichFolder,
  fill: (repository: Repository) => Promise<void>,
): Promise<void> {
  await mkdir(root, { recursive: true, mode: 0o700 })
  const draft = join(await realpath(root), `${randomBytes(8).toString('hex')}.draft`)
  try {
    const repository = await initIn(draft, git)
    // Before the folder is moved away from under what is open in it.
    await fill(repository).finally(() => repository.close())
    await rename(draft, join(root, name)).catch(async (error: NodeJS.ErrnoException) => {
      // Somebody else was faster: theirs holds.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** Opens the repository of a job; refuses one that leads out of its place. */
export async function openRepository({ git, root, job }: WhichRepository): Promise<Repository> {
  return openFolder({ git, root, name: folderName(job) })
}

/** The same by the name of its folder. */
export async function openFolder({ git, root, name }: WhichFolder): Promise<Repository> {
  return new Repository(git, lookAt(root, name).path)
}

/** Where a repository lies on the disk at this moment, and which folder that is. */
export interface Place {
  readonly path: string
  readonly folder: string
}

/** Looks whether a repository is there and is as we make them. At once, because everybody who uses one does it before anything else. */
export function lookAt(root: string, name: string): Place {
  const path = join(realRoot(root) ?? root, name)
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new AppError('repository_missing', [], { details: { repository: name } })
  refuseStrange(path)
  return { path, folder: `${path} ${found.dev}:${found.ino}` }
}

function realRoot(root: string): string | undefined {
  try {
    return realpathSync.native(root)
  } catch {
    return undefined
  }
}

/** Two ids that a disk might take for one (`Job` and `job`) get folders that it can not. */
export function folderName(job: JobId): string {
  if (/^[a-z0-9._-]+$/.test(job)) return `${job}.git`
  const plain = job.toLowerCase().replaceAll(':', '_').slice(0, 60)
  return `${plain}~${createHash('sha256').update(job).digest('hex').slice(0, 24)}.git`
}

/** What git looks for to know a repository, in the order in which it can be made. */
const FOLDERS = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags'] as const

/** Writes what `git init --bare` writes; starting git for it would be most of the time that it takes. Git has read these files for as long as it is there. */
async function initIn(folder: string, git: Git): Promise<Repository> {
  await mkdir(folder, { mode: 0o700 })
  for (const part of FOLDERS) await mkdir(join(folder, part), { recursive: true })
  await writeFile(join(folder, 'HEAD'), `ref: ${MAIN_REF}\n`)
  await writeFile(join(folder, 'config'), SETTINGS)
  return new Repository(git, folder)
}

const NO_FILES = newObject('tree', Buffer.alloc(0))

/** Nobody else sees the repository before it is in its place, so that its first ref is written as the file that it is. */
async function begin(repository: Repository, { author, message }: Beginning): Promise<void> {
  const tree = await writeObject(repository, NO_FILES)
  const first = await commitOfTree(repository, { tree, parents: [], author, message })
  await writeFile(join(repository.folder, MAIN_REF), `${first}\n`, { flush: true })
}

/** What could make git read or write somewhere else. */
const OWN = ['', 'HEAD', 'config', 'objects', 'objects/info', 'objects/pack', 'refs', 'refs/heads'] as const
const NEVER = [
  'commondir',
  'gitdir',
  'config.worktree',
  'objects/info/alternates',
  'objects/info/http-alternates',
  'info/grafts',
  // They can name a driver by which git merges and shows files.
  'info/attributes',
  'shallow',
]

function refuseStrange(folder: string): void {
  const at = (part: string) => lstatSync(join(folder, part), { throwIfNoEntry: false })
  // A folder comes before what lies in it, so that no link is followed on the way.
  for (const part of OWN) if (at(part)?.isSymbolicLink()) throw strange(part, 'leads somewhere else')
  if (at('HEAD') === undefined) throw strange('HEAD', 'is missing')
  for (const part of NEVER) if (at(part) !== undefined) throw strange(part, 'must not be there')
}

function strange(part: string, what: string): AppError {
  const message = `The repository of the job is not as Leeway makes it: "${part || '.'}" ${what}. Nothing was read or written.`
  return new AppError('repository_broken', [], { message })
}

function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
