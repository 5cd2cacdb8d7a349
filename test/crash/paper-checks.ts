import type { LogEntry } from '../../src/engine/ports.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Violation } from './checks.ts'
import type { Evidence } from './evidence.ts'
import type { MainCommit } from './main-commits.ts'
import { ADDED, PHASES } from './paper.ts'

/** `main` holds what was permitted, on the base that was looked at, and nothing else, however its processes ended. */
export function flawsOfMain({ main, log, rows }: Evidence): readonly Violation[] {
  const claims = dataOf(log, 'merge_claimed')
  const merges = main.slice(0, -1)
  const recorded = dataOf(log, 'pull_merged').map(({ commit }) => commit)
  return [
    ...merges.filter((commit) => !claims.some((claim) => isOf(claim, commit))).map(({ subject }) => unclaimed(subject)),
    ...claims.filter((claim) => !isPermitted(claim, rows)).map(({ pull }) => `The merge of ${pull} was not approved.`),
    ...recorded
      .filter((commit) => !merges.some((one) => one.commit === commit))
      .map((commit) => `${commit} is recorded as merged and is not on main.`),
    ...twice(recorded).map((commit) => `${commit} is recorded twice.`),
    ...twice(merges.map(({ subject }) => subject)).map((subject) => `${subject} is on main twice.`),
  ]
}

/** In the end both phases are on `main`, once and in order, with what a person added, and the log tells of both. */
export function flawsOfPaper({ main, log }: Evidence): readonly Violation[] {
  const subjects = main.map(({ subject }) => subject).toReversed()
  const recorded = new Set(dataOf(log, 'pull_merged').map(({ commit }) => commit))
  const joined = dataOf(log, 'round_pushed').filter(({ round }) => round.by.kind === 'person')
  return [
    ...(subjects.join() === ['Begin', ...PHASES].join() ? [] : [`main holds ${subjects.join(', ')}.`]),
    ...main
      .slice(0, -1)
      .flatMap(({ commit, subject }) => (recorded.has(commit) ? [] : [`Nobody said that ${subject} is merged.`])),
    ...(main[0]?.files.includes(ADDED) ? [] : ['What a person added is lost.']),
    ...(joined.length === 1 ? [] : [`What a person added has joined ${joined.length} times.`]),
  ]
}

interface Claimed {
  readonly pull: string
  readonly tree: string
  readonly base: string
  readonly permit: { readonly by: 'checkpoint'; readonly checkpoint: string } | { readonly by: 'policy' }
}

interface Said extends Claimed {
  readonly commit: string
  readonly round: { readonly by: { readonly kind: string } }
}

function dataOf(log: readonly LogEntry[], type: string): readonly Said[] {
  return log.filter((entry) => entry.type === type).map(({ data }) => JSON.parse(data))
}

function isOf({ tree, base }: Claimed, commit: MainCommit): boolean {
  return commit.tree === tree && commit.parent === base
}

function isPermitted({ permit, tree, base }: Claimed, rows: Evidence['rows']): boolean {
  if (permit.by === 'policy') return true
  const { status, content } = rows[`checkpoints/${permit.checkpoint}`] as Checkpoint
  return status === 'approved' && content.tree === tree && content.base_commit === base
}

function unclaimed(subject: string): string {
  return `main moved to ${subject}, which nobody had permitted as it is.`
}

function twice(names: readonly string[]): readonly string[] {
  return [...Map.groupBy(names, (name) => name)].filter(([, all]) => all.length > 1).map(([name]) => name)
}
