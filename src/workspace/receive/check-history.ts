import { MAIN } from '../../review/branch-name.ts'
import { inMegabytes } from '../../review/tree-limits.ts'
import type { Oid } from '../oid.ts'
import { MAX_COMMIT_BYTES, mainMissing, type Repository } from '../repository.ts'
import type { PushLimits } from './push-limits.ts'
import type { RefUpdate } from './push-request.ts'
import { lacking, type PushRights, refused } from './push-rights.ts'
import type { Quarantine } from './quarantine.ts'

/** What is checked of a push, and where its objects are. */
export interface Checked {
  readonly update: RefUpdate & { readonly to: Oid }
  readonly rights: PushRights
  readonly limits: PushLimits
  readonly quarantine: Quarantine
}

/** The new commits, newest first, once it is sure that they are whole, belong to this job and may replace what was there. */
export async function checkHistory(
  repository: Repository,
  { update, rights, limits, quarantine }: Checked,
): Promise<readonly string[]> {
  const { from, to } = update
  const { env } = quarantine
  const asked = async (...args: string[]) => await repository.attempt(args, { env, timeoutMs: limits.timeoutMs })

  const type = await asked('cat-file', '-t', to)
  if (type.code !== 0) throw lacking(NO_COMMIT)
  if (type.stdout.toString().trim() !== 'commit') throw refused(NO_COMMIT)
  const related = await asked('merge-base', MAIN_REF, to)
  if (isUnread(related)) throw (await repository.tip(MAIN)) === undefined ? mainMissing() : lacking()
  if (related.code === 1) throw refused('The commits have nothing in common with main. Begin at main.')
  if (from !== null && !rights.mayRewrite) {
    const ahead = await asked('merge-base', '--is-ancestor', from, to)
    if (isUnread(ahead)) throw lacking()
    if (ahead.code === 1)
      throw refused('The branch holds commits that you do not have. Fetch them, put yours on top, and push again.')
  }
  const whole = await asked('rev-list', '--objects', '--quiet', to, '--not', '--all')
  if (whole.code !== 0) throw lacking()

  const list = await asked('rev-list', `--max-count=${limits.commits + 1}`, to, '--not', '--all')
  const commits = list.stdout
    .toString()
    .split('\n')
    .filter((line) => line !== '')
  if (commits.length > limits.commits)
    throw refused(`A push has at most ${limits.commits} commits. Push in smaller parts.`)
  return commits
}

/** Whether git came to a commit that it could not read: it may say so, and end as if there were no more. */
function isUnread({ code, stderr }: { readonly code: number; readonly stderr: string }): boolean {
  return code > 1 || (code === 1 && stderr !== '')
}

const NO_COMMIT = 'A branch is at a commit, and this is none. Push a commit.'
const MAIN_REF = `refs/heads/${MAIN}`

/** Refuses what is small as it is sent and large once it is there. */
export async function checkSizes(repository: Repository, quarantine: Quarantine, limits: PushLimits): Promise<void> {
  const args = [
    'cat-file',
    '--batch-check=%(objectsize) %(objecttype) %(objectname)',
    '--batch-all-objects',
    '--unordered',
  ]
  const said = await repository.run(args, { env: quarantine.aloneEnv, timeoutMs: limits.timeoutMs })
  const objects = said.toString().trim().split('\n')
  const sizes = objects.map((line) => Number.parseInt(line, 10) || 0)
  // Before git walks through the history, which takes minutes where one commit has a million parents.
  if (objects.some((line, at) => line.split(' ')[1] === 'commit' && (sizes[at] ?? 0) > MAX_COMMIT_BYTES)) {
    throw refused(`A commit has at most ${inMegabytes(MAX_COMMIT_BYTES)}. Write less in its message and push again.`)
  }
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0)
  if (largest > limits.fileBytes) {
    const [, , name] = objects[sizes.indexOf(largest)]?.split(' ') ?? []
    throw refused(
      `A file has ${inMegabytes(largest)}, and at most ${inMegabytes(limits.fileBytes)} are taken. Take it out of the history and push again. Find it: git log --all --name-only --find-object=${name}`,
    )
  }
  if (total > limits.unpackedBytes) {
    throw refused(
      `The push unpacks to ${inMegabytes(total)}, and at most ${inMegabytes(limits.unpackedBytes)} are taken. Push in smaller parts.`,
    )
  }
}
