import { randomUUID } from 'node:crypto'
import type { GitRemote } from '../engine/ports.ts'
import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import type { GitOptions } from './git.ts'
import { gitFailure } from './git-failure.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'

/** What becomes of a branch somewhere else. */
export interface RemoteBranch {
  readonly remote: GitRemote
  /** Its name there. */
  readonly as: string
}

/** A branch elsewhere has any name that git and both forges take, and none that could be read as something else. */
const ELSEWHERE = /^[A-Za-z0-9][A-Za-z0-9_-]*(?:[./][A-Za-z0-9][A-Za-z0-9_-]*)*$/
const TIMEOUT_MS = 120_000
/** Whether plain http may be used was looked at where the address was configured. */
const WEB: ReadonlySet<string> = new Set(['http', 'https'])

/** Puts a commit on a branch elsewhere, only over what was believed to be there; null stands for "there is none". */
export async function pushTo(
  repository: Repository,
  { remote, as }: RemoteBranch,
  { to, over }: { readonly to: Oid; readonly over: string | null },
): Promise<void> {
  const ref = refElsewhere(as)
  const args = [
    'push',
    '--porcelain',
    '--no-verify',
    `--force-with-lease=${ref}:${over ?? ''}`,
    remote.url,
    `${to}:${ref}`,
  ]
  await refuseOwnSettings(repository)
  const { code, stdout, stderr } = await repository.attempt(args, optionsFor(remote))
  if (code === 0) return
  if (/stale info|already exists|fetch first|non-fast-forward/.test(`${stdout}`)) {
    const message = `The branch ${as} on the forge is not where Leeway left it. Look at what was pushed there.`
    throw new AppError('branch_moved', [], { message, details: { ref } })
  }
  const [, refusal] = /\[remote rejected\] *(.*)/.exec(`${stdout}`) ?? []
  if (refusal === undefined) throw notDone(repository, { what: 'pushed to', remote, stderr })
  // It is there, and has a rule against this branch: other branches may go on.
  const message = `${new URL(remote.url).host} refuses the branch ${as}: ${quote(refusal.slice(0, 300))}`
  throw new AppError('forge_refused', [], { message })
}

/** Brings the commits of a branch from elsewhere, and gives the last one. No branch of ours moves. */
export async function fetchFrom(repository: Repository, { remote, as }: RemoteBranch): Promise<Oid> {
  // A ref of its own, because two who fetch at once would fight over one.
  const own = `refs/leeway/forge/${randomUUID()}`
  const checks = ['-c', 'fetch.fsckObjects=true', '-c', 'fetch.recurseSubmodules=no']
  const refspec = `${refElsewhere(as)}:${own}`
  const args = [...checks, 'fetch', '--quiet', '--no-tags', '--no-write-fetch-head', remote.url, refspec]
  await refuseOwnSettings(repository)
  const { code, stderr } = await repository.attempt(args, optionsFor(remote))
  if (code !== 0) throw notDone(repository, { what: 'read', remote, stderr })
  try {
    const found = await repository.objects.info(own)
    if (found === undefined) throw notDone(repository, { what: 'read', remote, stderr: 'Nothing came of it.' })
    return Oid.parse(found.oid)
  } finally {
    await repository.changeRefs([{ ref: own, to: null }])
  }
}

/** What decides where git goes, what it says there, and whom it believes; an extension has it read another file of settings. */
const OF_REMOTES = '^(url|http|https|remote|credential|include|includeif|protocol|extensions)\\.'

/** Other settings of ours win over those of the repository; these do not, and could lead our token somewhere else. */
async function refuseOwnSettings(repository: Repository): Promise<void> {
  const asked = ['config', '--local', '--includes', '--name-only', '--get-regexp', OF_REMOTES]
  const { code, stdout, stderr } = await repository.attempt(asked)
  if (code === 1 && stderr === '') return
  if (code !== 0) throw gitFailure('config', stderr)
  const [name = ''] = stdout.toString().split('\n')
  const message = `The repository of the job is not as Leeway makes it: its settings have ${quote(name)}. Nothing was sent. Take that out of "config" in its folder, which leeway doctor names.`
  throw new AppError('repository_broken', [], { message })
}

/**
 * For these two commands alone git may use the network: this protocol, this header, no other address. The header stands in the
 * environment, because everybody on the machine can read the arguments of a process.
 */
function optionsFor({ url, header }: GitRemote): GitOptions {
  const protocol = new URL(url).protocol.replace(':', '')
  if (!WEB.has(protocol))
    throw new AppError('unsafe_address', [], { message: `A forge is not reached by ${protocol}.` })
  const settings = { 'http.extraHeader': header, 'http.followRedirects': 'false', 'credential.helper': '' }
  const entries = Object.entries(settings).flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, key],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ])
  return {
    timeoutMs: TIMEOUT_MS,
    env: {
      GIT_ALLOW_PROTOCOL: protocol,
      GIT_CONFIG_COUNT: String(Object.keys(settings).length),
      ...Object.fromEntries(entries),
    },
  }
}

function refElsewhere(branch: string): string {
  if (ELSEWHERE.test(branch) && branch.length <= 240 && !/\.lock(\/|$)/.test(branch)) return `refs/heads/${branch}`
  throw new AppError('branch_missing', [], { message: `${quote(branch)} is not the name of a branch on a forge.` })
}

function lastLine(text: string): string {
  return text.trim().split('\n').at(-1) ?? ''
}

interface Failed {
  readonly what: 'read' | 'pushed to'
  readonly remote: GitRemote
  readonly stderr: string
}

/** What names our own folder is no matter of the forge's. */
function notDone({ folder }: Repository, { what, remote: { url }, stderr }: Failed): AppError {
  if (stderr.includes(folder)) return gitFailure(what === 'read' ? 'fetch' : 'push', stderr)
  const why = quote(lastLine(stderr).slice(0, 300))
  return new AppError('forge_unreachable', [], { message: `${new URL(url).host} could not be ${what}: ${why}` })
}
