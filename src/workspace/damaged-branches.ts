import { AppError } from '../model/errors.ts'
import { MAIN } from '../review/branch-name.ts'
import { gitFailure } from './git-failure.ts'
import type { Repository } from './repository.ts'

/** A branch by the full name of its ref, and where it stands. */
interface Tip {
  readonly ref: string
  readonly oid: string
}

const OF_MAIN = `refs/heads/${MAIN}`
/** Going through what every branch adds takes as long as that is much; nobody has it done again and again by fetching in a loop. */
const REMEMBER_MS = 60_000
const LONGEST_LOOK_MS = 10_000

/** What is being looked behind at this moment: whoever comes meanwhile waits for the same. */
const looking = new WeakMap<Repository, { readonly listed: string; readonly look: Promise<readonly string[]> }>()

/** Repositories in which nothing was missing: where their branches stood then, and when that was. */
const sound = new WeakMap<Repository, { readonly listed: string; readonly at: number }>()

/**
 * The refs of those branches of which a commit, a folder or a file is gone, among what they add to `main`: they can be given to nobody, and
 * the others to everybody. Throws `repository_broken` where the commit of `main` is gone itself. Every tip is looked at each time; what is
 * behind the tips once more when a branch has moved or a minute is over.
 */
export async function damagedBranches(repository: Repository, now = performance.now()): Promise<readonly string[]> {
  const { code, stdout, stderr } = await repository.attempt([...LIST, `${FORMAT} %(objecttype)`, 'refs/heads/'])
  const failure = code === 0 ? undefined : gitFailure('for-each-ref', stderr)
  if (failure !== undefined && failure.code !== 'repository_broken') throw failure
  const listed = stdout.toString()
  const known = sound.get(repository)
  if (failure === undefined && known?.listed === listed && now - known.at < REMEMBER_MS) return []
  const damaged = await lookOnce(repository, listed)
  if (failure !== undefined && damaged.length === 0) throw failure
  if (damaged.length === 0) sound.set(repository, { listed, at: now })
  return damaged
}

async function lookOnce(repository: Repository, listed: string): Promise<readonly string[]> {
  const known = looking.get(repository)
  if (known?.listed === listed) return known.look
  const look = lookBehind(repository)
  looking.set(repository, { listed, look })
  return look.finally(() => {
    if (looking.get(repository)?.look === look) looking.delete(repository)
  })
}

const LIST = ['for-each-ref', '--format'] as const
const FORMAT = '%(objectname) %(refname)'

async function lookBehind(repository: Repository): Promise<readonly string[]> {
  // By its name alone a branch is listed whose commit is gone.
  const tips = tipsIn((await repository.run([...LIST, FORMAT, 'refs/heads/'])).toString())
  const main = tips.find(({ ref }) => ref === OF_MAIN)
  const phases = tips.filter((tip) => tip !== main)
  const oids = [...phases, ...(main === undefined ? [] : [main])].map(({ oid }) => oid)
  if (oids.length === 0 || (await isThere(repository, oids, main))) return []
  // What is added to something can't be told where that is gone.
  if (main !== undefined) await repository.run(['rev-list', '--quiet', '--max-count=1', main.oid])
  const damaged: string[] = []
  for (const { oid, ref } of phases) if (!(await isThere(repository, [oid], main))) damaged.push(ref)
  return damaged
}

function tipsIn(listed: string): readonly Tip[] {
  return listed.split('\n').flatMap((line) => {
    const [oid = '', ref = ''] = line.split(' ')
    return ref === '' ? [] : [{ oid, ref }]
  })
}

/** Whether everything is there that some commits add to `main`. */
async function isThere(repository: Repository, commits: readonly string[], main: Tip | undefined): Promise<boolean> {
  const added = main === undefined ? commits : [...commits, `^${main.oid}`]
  const bounds = { timeoutMs: LONGEST_LOOK_MS }
  const ended = await repository.attempt(['rev-list', '--quiet', '--objects', ...added], bounds).catch(orTooMuch)
  if (ended === undefined || ended.code === 0) return true
  const failure = gitFailure('rev-list', ended.stderr)
  if (failure.code === 'repository_broken') return false
  throw failure
}

/** More than can be gone through meanwhile is served as it is: whoever gets it notices what is missing. */
function orTooMuch(error: unknown): undefined {
  if (error instanceof AppError && error.code === 'git_timeout') return undefined
  throw error
}
