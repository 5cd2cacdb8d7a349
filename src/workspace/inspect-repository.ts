import { escapeHidden } from '../model/quote.ts'
import { MAIN } from '../review/branch-name.ts'
import { damagedBranches } from './damaged-branches.ts'
import type { Repository } from './repository.ts'

/** Every object is read, which takes as long as the repository is large. */
const TIMEOUT_MS = 30 * 60_000
const LONGEST = 300

/** What is wrong with a repository. */
export interface RepositoryFlaw {
  /** In a sentence, with what to do. */
  readonly wrong: string
  /** Whether every object is there, as it was written: then nothing is lost, and it can be copied. */
  readonly isWhole: boolean
}

interface Inspection {
  /** Objects that it has to have. */
  readonly named?: Iterable<string>
  readonly timeoutMs?: number
}

/** Reads every object, and looks for those that it has to have. */
export async function inspectRepository(
  repository: Repository,
  { named = [], timeoutMs = TIMEOUT_MS }: Inspection = {},
): Promise<RepositoryFlaw | undefined> {
  const args = ['fsck', '--strict', '--no-dangling', '--no-progress']
  const { code, stdout, stderr } = await repository.attempt(args, { timeoutMs })
  const lines = `${stdout}${stderr}`.split('\n').filter((line) => line !== '' && !line.startsWith('notice: '))
  const said = escapeHidden(lines.join('; ').replaceAll(repository.folder, '')).slice(0, LONGEST)
  const isOpinion = OF_OBJECTS.has(code) && lines.every((line) => OPINION.test(line))
  if (code !== 0 && !isOpinion) return broken(`git fsck finds: ${said}${await whichBranches(repository)}`)
  for (const oid of named) {
    if ((await repository.objects.info(oid)) === undefined) return broken(`${oid} is not in it, which a review names.`)
  }
  if ((await repository.tip(MAIN)) === undefined) return { wrong: NO_MAIN, isWhole: true }
  return isOpinion ? { wrong: `git fsck finds: ${said} ${DISLIKED}`, isWhole: true } : undefined
}

/** Which branches are left out of clones for it, where `main` is sound. */
async function whichBranches(repository: Repository): Promise<string> {
  const damaged = await damagedBranches(repository).catch(() => [])
  if (damaged.length === 0) return ''
  const names = damaged.map((ref) => ref.replace('refs/heads/', '')).join(', ')
  return ` Clones and fetches have main and the other branches, without ${names}.`
}

/** How git ends that has something against single objects, loose or packed, and misses none. */
const OF_OBJECTS: ReadonlySet<number> = new Set([1, 4, 5])
/** What it has against an object that it could read: what is missing, or not what its name says, is told in other words. */
const OPINION = /^(?:error|warning) in (?:blob|tree|commit|tag) [0-9a-f]{40}: (?!\w+Missing)\w+: /

const DISLIKED =
  'Every object is there, but git takes no push on top of that file. Take it out in the next commit, or write it otherwise.'
const NO_MAIN =
  'It has no branch main, which only merges move. Every object is there: put it back where the last merge left it (git update-ref refs/heads/main COMMIT), or go back to a backup.'

function broken(wrong: string): RepositoryFlaw {
  return { wrong: `${wrong} Bring it back from a backup.`, isWhole: false }
}
