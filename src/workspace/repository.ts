import { join } from 'node:path'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import { MAIN, parseBranchName } from '../review/branch-name.ts'
import type { Git, GitOptions } from './git.ts'
import { gitFailure } from './git-failure.ts'
import { ObjectReader } from './object-reader.ts'
import { NO_OID, Oid } from './oid.ts'
import { type Answered, OpenGit, type StartGit } from './open-git.ts'
import { readRef } from './read-ref.ts'
import { SeenPacks } from './seen-packs.ts'

/** A commit, read. */
export interface Commit {
  readonly oid: Oid
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly author: string
  readonly committer: string
  readonly message: string
}

/** A change of one ref; `null` stands for "there is none". */
export interface RefChange {
  readonly ref: string
  readonly to: Oid | null
  /** What the ref has to be for the change to happen; left out, whatever it is. Where both are `null`, there has to be none. */
  readonly from?: Oid | null
}

/** One pack a commit, which is synced once; of git's ways to write a commit it was the fastest (`npm run bench -- git`). */
const ONE_PACK = ['-c', 'fastimport.unpackLimit=0'] as const
/** Single objects can be written by any number at once, and over what a killed process left behind. */
const LOOSE = ['-c', 'fastimport.unpackLimit=1000000000'] as const
const FAST_IMPORT = ['fast-import', '--quiet', '--date-format=raw', '--cat-blob-fd=1'] as const
/** Every file by itself, as it was and as it is: nothing is taken for moved. */
const DIFF_TREES = ['diff-tree', '--stdin', '-r', '--raw', '--no-abbrev', '--no-renames', '--no-ext-diff'] as const
/** More than anybody writes about a commit; a larger one could not be read. */
export const MAX_COMMIT_BYTES = 1024 * 1024

/** To read all that was ever done, once, after git has put it together and somebody has touched it. */
const VERIFY_MS = 10 * 60_000
const OVERWRITTEN =
  'A pack of the repository was changed on the disk and is not what it was, so that nothing was merged. Look at it with "git fsck" in its folder, which leeway doctor names, or go back to a backup.'

/** The bare repository of one job. Nothing is ever checked out; what git does here, it does by plumbing. */
export class Repository {
  readonly folder: string
  /** Writes commits. */
  readonly importer: OpenGit
  /** Writes those that somebody else writes in the same moment. */
  readonly looseImporter: OpenGit
  /** Tells which files differ between two trees. */
  readonly differ: OpenGit
  readonly #refs: OpenGit
  readonly #git: Git
  readonly #packs: SeenPacks
  readonly #newReader: () => ObjectReader
  #objects: ObjectReader
  #afterwards: Promise<unknown> = Promise.resolve()

  constructor(git: Git, folder: string) {
    this.#git = git
    this.folder = folder
    this.#packs = new SeenPacks(folder)
    const start: StartGit = (args) => {
      this.#packs.note()
      return this.start(args)
    }
    const onAnswered = () => this.#packs.noteSoon()
    this.#newReader = () => new ObjectReader(start, onAnswered)
    this.#objects = this.#newReader()
    this.importer = new OpenGit(start, [...ONE_PACK, ...FAST_IMPORT], onAnswered)
    this.looseImporter = new OpenGit(start, [...LOOSE, ...FAST_IMPORT], onAnswered)
    this.differ = new OpenGit(start, DIFF_TREES, onAnswered)
    this.#refs = new OpenGit(start, ['update-ref', '--stdin'])
  }

  /** Reads objects and refs. */
  get objects(): ObjectReader {
    return this.#objects
  }

  /**
   * Has what is asked from now on told by gits that see the disk as it is: one that has a pack open which somebody deleted would go on reading
   * it. As long as no pack is gone they see that anyway, and stay. What others are in the middle of asking is answered. A pack that was
   * touched is read to its end: throws `repository_broken` where it is not what its index says.
   */
  async seeDisk(): Promise<void> {
    const { isOneGone, touched, accept } = this.#packs.look()
    if (!isOneGone && touched.length === 0) return
    const before = this.#objects
    this.#objects = this.#newReader()
    before.closeWhenDone()
    void this.#closeWriters()
    if (touched.length > 0) await this.#verify(touched)
    accept()
  }

  async #verify(packs: readonly string[]): Promise<void> {
    const indexes = packs.map((name) => join(this.folder, 'objects', 'pack', `${name}.idx`))
    const { code, stderr } = await this.attempt(['verify-pack', '--', ...indexes], { timeoutMs: VERIFY_MS })
    if (code === 0) return
    const { message, details } = gitFailure('verify-pack', stderr)
    throw new AppError('repository_broken', [], { message: `${OVERWRITTEN} ${message}`, details })
  }

  /** Runs git in this repository. */
  run(args: readonly string[], options?: GitOptions): Promise<Buffer> {
    return this.#git.run([`--git-dir=${this.folder}`, ...args], options)
  }

  /** Runs git in this repository, however it ends. */
  attempt(args: readonly string[], options?: GitOptions) {
    return this.#git.attempt([`--git-dir=${this.folder}`, ...args], options)
  }

  /** Starts git in this repository; the caller looks after its streams. */
  start(args: readonly string[], env?: Readonly<Record<string, string>>) {
    return this.#git.start([`--git-dir=${this.folder}`, ...args], env)
  }

  /** The commit that a branch is at; nothing when there is no such branch. */
  async head(branch: string): Promise<Oid | undefined> {
    const answer = await this.objects.info(refOf(branch))
    if (answer !== undefined) return Oid.parse(answer.oid)
    const tip = await this.tip(branch)
    if (tip !== undefined) throw missingObject(tip, 'commit')
    return undefined
  }

  /** The same by the ref alone, whether or not the commit is there. */
  async tip(branch: string): Promise<Oid | undefined> {
    const ref = refOf(branch)
    const written = readRef(this.folder, ref)
    if (written !== undefined) return written ?? undefined
    const { code, stdout } = await this.attempt(['rev-parse', '--verify', '--quiet', '--end-of-options', ref])
    return code === 0 ? Oid.parse(stdout.toString().trim()) : undefined
  }

  /** The same for a branch that has to be there. */
  async headOf(branch: string): Promise<Oid> {
    const head = await this.head(branch)
    if (head === undefined) {
      if (branch === MAIN) throw mainMissing()
      const message = `There is no branch ${quote(branch)}. It was merged, closed, deleted or never made.`
      throw new AppError('branch_missing', [], { message, details: { branch } })
    }
    return head
  }

  /** Throws `repository_broken` unless an object is there, and of its kind; tells how large it is. */
  async require(oid: Oid, type: keyof typeof KINDS): Promise<{ readonly size: number }> {
    const answer = await this.objects.info(oid)
    if (answer?.type !== type) throw missingObject(oid, KINDS[type])
    return answer
  }

  /** Reads a commit. */
  async commit(oid: Oid): Promise<Commit> {
    const answer = await this.require(oid, 'commit')
    if (answer.size > MAX_COMMIT_BYTES) throw new AppError('too_much_output', [], { details: { commit: oid } })
    const { bytes } = (await this.objects.contents(oid)) ?? {}
    if (bytes === undefined) throw missingObject(oid, 'commit')
    return readCommit(oid, bytes.toString('utf8'))
  }

  /** The bytes of a file, when there are not more of them than asked for. */
  async file(oid: Oid, maxBytes: number): Promise<Buffer> {
    const answer = await this.require(oid, 'blob')
    if (answer.size > maxBytes) {
      const message = `The file has ${answer.size} bytes, and at most ${maxBytes} can be shown.`
      throw new AppError('too_much_output', [], { message, details: { size: String(answer.size) } })
    }
    const { bytes } = (await this.objects.contents(oid)) ?? {}
    if (bytes === undefined) throw missingObject(oid, 'file')
    return bytes
  }

  /**
   * Changes refs together, each only from what it was believed to be; throws `branch_moved` when one is something else. `beforeMoving` is called
   * once all of them are locked, which may take as long as somebody else has a lock: what it throws leaves every ref as it is.
   */
  async changeRefs(changes: readonly RefChange[], beforeMoving?: () => Promise<unknown>): Promise<void> {
    const lines = changes.map(({ ref, to, from }) => {
      const old = from === undefined ? '' : ` ${from ?? NO_OID}`
      if (to === null && from === null) return `verify ${ref} ${NO_OID}`
      return to === null ? `delete ${ref}${old}` : `update ${ref} ${to}${old}`
    })
    const answered = await this.#changeNow(['start', ...lines, 'prepare'], beforeMoving)
    if (answered.ok) return
    const stderr = answered.said
    const [, ref = ''] = /cannot lock ref '([^']*)'/.exec(stderr) ?? []
    const isMoved = /but expected|reference already exists|unable to resolve reference|is missing/.test(stderr)
    if (isMoved) throw new AppError('branch_moved', [], { details: { ref } })
    throw gitFailure('update-ref', stderr)
  }

  async #changeNow(prepared: readonly string[], beforeMoving?: () => Promise<unknown>): Promise<Answered> {
    if (beforeMoving === undefined) return this.#refs.ask([linesOf([...prepared, 'commit'])], 3)
    let refusal: { readonly why: unknown } | undefined
    const answered = await this.#refs.askTwice({ input: [linesOf(prepared)], end: 2 }, async () => {
      refusal = await beforeMoving().then(
        () => undefined,
        (why: unknown) => ({ why }),
      )
      return { input: [linesOf([refusal === undefined ? 'commit' : 'abort'])], end: 1 }
    })
    if (refusal !== undefined) throw refusal.why
    return answered
  }

  /** Has something done that nobody has to wait for, and that may fail; one after the other. */
  afterwards(work: () => Promise<unknown>): void {
    this.#afterwards = this.#afterwards.then(work).catch(() => undefined)
  }

  /** Ends what is kept open for reading and writing, once what is done afterwards is done. */
  async close(): Promise<void> {
    await this.#afterwards
    this.objects.close()
    await this.#closeWriters()
  }

  /** The same where others may be in the middle of reading: they read to the end. */
  async closeWhenDone(): Promise<void> {
    await this.#afterwards
    this.objects.closeWhenDone()
    await this.#closeWriters()
  }

  async #closeWriters(): Promise<void> {
    await Promise.all([this.importer, this.looseImporter, this.differ, this.#refs].map((open) => open.close()))
  }
}

function linesOf(lines: readonly string[]): Buffer {
  return Buffer.from([...lines, ''].join('\n'))
}

/** The full name of a branch of ours; no other name gets this far. */
export function refOf(branch: string): string {
  if (branch !== MAIN && parseBranchName(branch) === undefined) {
    throw new AppError('branch_missing', [], { message: `${quote(branch)} is not the name of a branch of a job.` })
  }
  return `refs/heads/${branch}`
}

/**
 * Reads the bytes of a commit as git does: its tree comes first, and what it joins right behind. Further down anything may stand, and git
 * takes none of it for a parent.
 */
export function readCommit(oid: Oid, text: string): Commit {
  const end = text.indexOf('\n\n')
  const [first = '', ...headers] = (end < 0 ? text : text.slice(0, end)).split('\n')
  const tree = Oid.safeParse(valueIn(first, 'tree'))
  if (!tree.success) throw missingObject(oid, 'commit')
  const others = headers.findIndex((line) => valueIn(line, 'parent') === undefined)
  const parents = others < 0 ? headers : headers.slice(0, others)
  const one = (name: string) => headers.map((line) => valueIn(line, name)).find((value) => value !== undefined) ?? ''
  return {
    oid,
    tree: tree.data,
    parents: parents.map((line) => Oid.parse(valueIn(line, 'parent'))),
    author: one('author'),
    committer: one('committer'),
    message: end < 0 ? '' : text.slice(end + 2),
  }
}

function valueIn(line: string, name: string): string | undefined {
  return line.startsWith(`${name} `) ? line.slice(name.length + 1) : undefined
}

/** Every repository begins with a main, and nobody takes it away: without one it is damaged, whatever else is there. */
export function mainMissing(): AppError {
  const message =
    'The repository of the job has no branch main, which only merges move. Put it back where the last merge left it ("git update-ref refs/heads/main COMMIT" in its folder, which leeway doctor names), or go back to a backup.'
  return new AppError('repository_broken', [], { message, details: { branch: MAIN } })
}

/** What git calls an object, and we. */
const KINDS = { commit: 'commit', tree: 'folder', blob: 'file' } as const

function missingObject(oid: Oid, kind: string): AppError {
  const message = `The ${kind} ${oid} is not in the repository of the job. Look at it with "git fsck" in its folder, which leeway doctor names, or go back to a backup.`
  return new AppError('repository_broken', [], { message, details: { oid } })
}
