import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { getRequestListener } from '@hono/node-server'
import { onTestFinished } from 'vitest'
import { startProgram } from '../workspace/process/start-program.ts'
import type { Repository } from '../workspace/repository.ts'
import { type GitRequest, serveGit } from '../workspace/smart-http.ts'
import { aFolder } from './folder.ts'
import { PHASE } from './git-house.ts'

/** How a git command of somebody's own ended. */
export interface ClientEnd {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Whoever pushes in these tests may push to one branch, as an agent may. */
export const AGENT = { branches: [PHASE], mayBegin: true, mayRewrite: false }

/** Serves a repository on a free port until the test is over; what holds for callers can be changed meanwhile. */
export async function served(repository: Repository, terms: Partial<GitRequest> = {}) {
  const listener = getRequestListener((request) =>
    serveGit({
      rights: AGENT,
      now: new Date(),
      ...terms,
      request,
      repository,
      path: new URL(request.url).pathname.replace('/job.git/', ''),
    }),
  )
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/job.git`
}

/** A person's own git, with settings of its own and a clone of what is served. */
export class GitClient {
  readonly folder: string
  readonly #home: string

  constructor() {
    this.#home = aFolder()
    this.folder = join(this.#home, 'clone')
  }

  /** Clones, and gives the client that works in the clone. */
  static async cloneOf(url: string): Promise<GitClient> {
    const client = new GitClient()
    const { code, err } = await client.run(['clone', '--quiet', url, client.folder], { cwd: client.#home })
    if (code !== 0) throw new Error(err)
    return client
  }

  /** Runs git as somebody at a terminal would. */
  async run(
    args: readonly string[],
    { cwd = this.folder, input = '' }: { cwd?: string; input?: string | Uint8Array } = {},
  ) {
    const who = { NAME: 'Ann', EMAIL: 'ann@example.org', DATE: '2026-11-16T12:00:00Z' }
    const env = Object.fromEntries(
      Object.entries(who).flatMap(([key, value]) => [
        [`GIT_AUTHOR_${key}`, value],
        [`GIT_COMMITTER_${key}`, value],
      ]),
    )
    const own = { HOME: this.#home, PATH: process.env['PATH'] ?? '', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' }
    const child = startProgram({ path: 'git', args, cwd, env: { ...env, ...own } })
    child.stdin.end(input)
    const ended = new Promise<number>((resolve) => child.onClose((code) => resolve(code ?? -1)))
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    return { code, out, err } satisfies ClientEnd
  }

  /** Makes a commit on top of main of files that no ordinary git would let through, and gives its name. */
  async commitOf(
    files: readonly { path: string | Uint8Array; mode?: string; content?: string | Uint8Array; object?: string }[],
    on = 'main',
  ) {
    const parts = files.flatMap(({ path, mode = '100644', content = 'x', object }) => {
      const bytes = Buffer.from(content)
      const quoted = `"${Array.from(Buffer.from(path), (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')}"`
      if (object !== undefined) return [Buffer.from(`M ${mode} ${object} ${quoted}\n`)]
      return [Buffer.from(`M ${mode} inline ${quoted}\ndata ${bytes.length}\n`), bytes, Buffer.from('\n')]
    })
    const head = `commit refs/heads/made\ncommitter A <a@b> 1 +0000\ndata 1\nx\nfrom refs/remotes/origin/${on}\n`
    const input = Buffer.concat([Buffer.from(head), ...parts, Buffer.from('\n')])
    const { code, err } = await this.run(['fast-import', '--quiet', '--force'], { input })
    if (code !== 0) throw new Error(err)
    return (await this.run(['rev-parse', 'refs/heads/made'])).out.trim()
  }
}
