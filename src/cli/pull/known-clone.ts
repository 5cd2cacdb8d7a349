import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { AppError } from '../../model/errors.ts'
import { harmless } from '../../model/harmless.ts'
import type { Io } from '../io.ts'

/** A clone of a job, and where it is from by its own settings. */
export interface KnownClone {
  readonly folder: string
  readonly address: string
}

/** Where a clone is to be from, and how it gets a token there. */
export interface CloneFrom {
  readonly url: string
  readonly address: string
  readonly helper: string
}

/** The clone of a job that lies in a folder; undefined where none does. */
export async function knownClone(io: Io, given: string, job: string): Promise<KnownClone | undefined> {
  const folder = resolve(io.folder, given)
  // Git would look for a repository above it, too.
  if (!existsSync(join(folder, '.git'))) return undefined
  const address = await git(io, folder, ['config', '--local', '--get', 'remote.origin.url'])
  const isOfJob = URL.canParse(address) && new URL(address).pathname === gitPath(job)
  return isOfJob ? { folder, address } : undefined
}

/** Where a server has the repository of a job. */
export function gitPath(job: string): string {
  return `/git/${encodeURIComponent(job)}.git`
}

/** The settings of a clone under which git asks nobody but the helper for a token. */
export function helperSettings({ url, helper }: Omit<CloneFrom, 'address'>): readonly (readonly [string, string])[] {
  const name = helperAt(url)
  return [
    [name, ''],
    [name, helper],
  ]
}

/** Lets a clone fetch from and push to the address that its server has by now. What is committed there stays. */
export async function setAnew(io: Io, { folder, address: before }: KnownClone, from: CloneFrom): Promise<void> {
  for (const url of new Set([new URL(before).origin, from.url])) {
    await git(io, folder, ['config', '--local', '--unset-all', helperAt(url)])
  }
  for (const setting of helperSettings(from)) await git(io, folder, ['config', '--local', '--add', ...setting])
  await git(io, folder, ['remote', 'set-url', 'origin', from.address])
}

/** Whether a clone has a branch of the server: one that is damaged there is left out. */
export async function hasBranch(io: Io, folder: string, branch: string): Promise<boolean> {
  const ref = `refs/remotes/origin/${branch}`
  return (await git(io, resolve(io.folder, folder), ['for-each-ref', '--format=%(refname)', ref])) !== ''
}

function helperAt(url: string): string {
  return `credential.${url}.helper`
}

const OF_ANOTHER: ReadonlySet<string> = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_CONFIG'])

/** Git says with these that a setting is not there, or was not. */
const NOT_SET: ReadonlySet<unknown> = new Set([1, 5])

async function git(io: Io, cwd: string, args: readonly string[]): Promise<string> {
  // Run by a hook of another repository, git would change that one.
  const given = Object.entries({ ...process.env, ...io.environment }).filter(([name]) => !OF_ANOTHER.has(name))
  const env = { ...Object.fromEntries(given), GIT_TERMINAL_PROMPT: '0' }
  try {
    return (await promisify(execFile)('git', args, { cwd, env })).stdout.trim()
  } catch (cause) {
    const { code, stderr = '' } = cause as { readonly code?: unknown; readonly stderr?: string }
    if (args[0] === 'config' && NOT_SET.has(code)) return ''
    if (code === 'ENOENT') throw new AppError('git_missing', [], { cause })
    throw new AppError('invalid_input', [], {
      message: `Git did not change the clone: ${harmless(stderr).trim()}`,
      cause,
    })
  }
}
