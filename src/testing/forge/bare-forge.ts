import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { createGunzip } from 'node:zlib'
import { startProgram } from '../../workspace/process/start-program.ts'
import { aFolder } from '../folder.ts'
import { gitNow } from '../git-now.ts'

const WHO = { NAME: 'Forge', EMAIL: 'forge@example.org' }
const ENV = {
  PATH: process.env['PATH'] ?? '',
  HOME: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  LC_ALL: 'C',
  ...Object.fromEntries(
    Object.entries(WHO).flatMap(([key, value]) => [
      [`GIT_AUTHOR_${key}`, value],
      [`GIT_COMMITTER_${key}`, value],
    ]),
  ),
}

let made: ReadonlyMap<string, Buffer> | undefined

/** The files of a repository with one commit on main. They are made once, and kept in no folder that somebody would have to remove. */
function template(): ReadonlyMap<string, Buffer> {
  if (made !== undefined) return made
  const folder = mkdtempSync(join(tmpdir(), 'leeway-forge-'))
  try {
    const git = (args: readonly string[], input = '') => gitNow(args, { env: ENV, input })
    git(['init', '--quiet', '--bare', '--template=', '--initial-branch=main', folder])
    // Nobody pushes so much here that it would have to be looked through after every push.
    git([`--git-dir=${folder}`, 'config', 'receive.autogc', 'false'])
    // Both forges give any commit that is there, not only the ends of branches.
    git([`--git-dir=${folder}`, 'config', 'uploadpack.allowAnySHA1InWant', 'true'])
    git(
      [`--git-dir=${folder}`, 'fast-import', '--quiet'],
      importOf({ branch: 'main', files: { 'README.md': '# Ours\n' }, message: 'Begin' }),
    )
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    const paths = files.map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    made = new Map(paths.map((path) => [path, readFileSync(join(folder, path))]))
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Imported {
  readonly branch: string
  readonly files: Readonly<Record<string, string>>
  readonly message: string
  readonly from?: string
}

function importOf({ branch, files, message, from }: Imported): string {
  const lines = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  )
  const start = `commit refs/heads/${branch}\ncommitter Ann <ann@example.org> 1700000000 +0000\ndata ${Buffer.byteLength(message)}\n${message}\n`
  return `${start}${from === undefined ? '' : `from ${from}\n`}${lines.join('')}\n`
}

/** What became of a squash merge in a repository. */
export type Squashed = { readonly commit: string } | { readonly conflict: true }

/** The real repository behind a stand-in of a forge: pushes, merges and deleted branches are git's own. */
export class BareForge {
  readonly #root: string
  readonly #lines = new Map<string, readonly string[]>()
  readonly #blamed = new Map<string, string>()
  readonly folder: string

  constructor(owner: string, repository: string) {
    this.#root = aFolder()
    this.folder = join(this.#root, owner, `${repository}.git`)
    for (const path of ['refs/heads', 'objects/info', 'objects/pack'])
      mkdirSync(join(this.folder, path), { recursive: true })
    for (const [path, bytes] of template()) {
      mkdirSync(join(this.folder, dirname(path)), { recursive: true })
      writeFileSync(join(this.folder, path), bytes)
    }
  }

  git(args: readonly string[], input = ''): string {
    return gitNow([`--git-dir=${this.folder}`, ...args], { env: ENV, input }).toString()
  }

  /** Refs are read and written as the files that they are, because starting git for it would be most of what these tests do. */
  head(branch: string): string | undefined {
    const file = join(this.folder, 'refs/heads', branch)
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined
  }

  /** Puts files on a branch as somebody who is let in anyway; a new branch begins at main. */
  commit(branch: string, files: Readonly<Record<string, string>>, message: string): string {
    const from = this.head(branch) ?? this.head('main') ?? ''
    this.git(['fast-import', '--quiet', '--force'], importOf({ branch, files, message, from }))
    return this.head(branch) ?? ''
  }

  /** One commit on main that holds what a branch has. */
  squash(head: string, message: string): Squashed {
    const main = this.head('main') ?? ''
    let tree: string
    try {
      tree = this.git(['merge-tree', '--write-tree', main, head]).trim()
    } catch {
      return { conflict: true }
    }
    const commit = this.git(['commit-tree', '-p', main, tree], message).trim()
    writeFileSync(join(this.folder, 'refs/heads/main'), `${commit}\n`)
    return { commit }
  }

  deleteBranch(branch: string): void {
    rmSync(join(this.folder, 'refs/heads', branch))
  }

  /** The lines of a file at a commit, from 1 on. */
  lines(commit: string, path: string): readonly string[] {
    const name = `${commit}:${path}`
    const lines = this.#lines.get(name) ?? this.git(['show', name]).split('\n')
    this.#lines.set(name, lines)
    return lines
  }

  /** The commit that last changed a line of a file, as a commit has it. */
  blamed(commit: string, path: string, line: number): string {
    const name = `${commit}:${line}:${path}`
    const found =
      this.#blamed.get(name) ?? this.git(['blame', '--porcelain', `-L${line},${line}`, commit, '--', path]).slice(0, 40)
    this.#blamed.set(name, found)
    return found
  }

  /** Answers clone, fetch and push: git's own programs do, as its program for web servers would start them. */
  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://forge')
    const [, path = '', asked = ''] =
      /^\/(.+\.git)\/(info\/refs|git-upload-pack|git-receive-pack)$/.exec(pathname) ?? []
    const service = asked === 'info/refs' ? (searchParams.get('service') ?? '') : asked
    if (join(this.#root, path) !== this.folder || !SERVICES.has(service)) {
      outgoing.writeHead(404).end()
      return
    }
    const what = { service, folder: this.folder, protocol: String(incoming.headers['git-protocol'] ?? '') }
    const kind = asked === 'info/refs' ? 'advertisement' : 'result'
    const answer = asked === 'info/refs' ? await advertised(what) : await answered(what, bodyOf(incoming))
    outgoing.writeHead(200, { 'Content-Type': `application/x-${service}-${kind}`, 'Cache-Control': 'no-cache' })
    outgoing.end(answer)
  }
}

const SERVICES: ReadonlySet<string> = new Set(['git-upload-pack', 'git-receive-pack'])

interface Served {
  readonly service: string
  readonly folder: string
  readonly protocol: string
}

/** What an upload-pack can do is the same in every repository that is made here. */
const able = new Map<string, Promise<Buffer>>()

async function advertised(served: Served): Promise<Buffer> {
  const { service, protocol } = served
  const ask = () => run(served, ['--advertise-refs'])
  if (service === 'git-upload-pack' && protocol === 'version=2') {
    const known = able.get(protocol) ?? ask()
    able.set(protocol, known)
    return known
  }
  const line = `# service=${service}\n`
  const head = `${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`
  return Buffer.concat([Buffer.from(head), await ask()])
}

function answered(served: Served, body: Readable): Promise<Buffer> {
  return run(served, [], body)
}

function bodyOf(incoming: IncomingMessage): Readable {
  return incoming.headers['content-encoding'] === 'gzip' ? incoming.pipe(createGunzip()) : incoming
}

async function run({ service, folder, protocol }: Served, more: readonly string[], body?: Readable): Promise<Buffer> {
  const program = startProgram({
    path: 'git',
    args: [service.slice('git-'.length), '--stateless-rpc', ...more, folder],
    cwd: '/',
    env: { ...ENV, ...(protocol !== '' && { GIT_PROTOCOL: protocol }) },
  })
  if (body === undefined) program.stdin.end()
  else body.pipe(program.stdin)
  const closed = new Promise<void>((resolve) => program.onClose(() => resolve()))
  const [said] = await Promise.all([buffer(program.stdout), closed])
  return said
}
