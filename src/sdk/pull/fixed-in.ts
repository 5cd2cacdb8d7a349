import type { ThreadReply } from '../../engine/pull/push-round.ts'
import type { OfferedRound, Pull } from '../../model/pull.ts'
import type { Context } from '../context.ts'
import { FEEDBACK } from './feedback-text.ts'

interface Brought {
  readonly known: Pull
  readonly round: OfferedRound
  readonly answers: readonly ThreadReply[]
}

/** More of them than one call of git is given. */
const MOST_PATHS = 500

/**
 * Answers that say "fixed" and not where name the last commit of the round that changes the file of their thread, and none where no commit
 * does. The newest commit of all often only takes our own page about the review away, and a reviewer who opens it sees nothing of what was
 * mended.
 */
export async function withCommits(context: Context, brought: Brought): Promise<readonly ThreadReply[]> {
  const { known, round, answers } = brought
  const isOpen = answers.some(({ did, commit }) => did === 'fixed' && commit === undefined)
  if (!isOpen || round.head === known.head) return answers
  const last = await lastIn(context, brought)
  const paths = await pathsIn(context, known)
  const named: ThreadReply[] = []
  for (const answer of answers) {
    const own = paths.get(answer.thread)
    const isNamed = answer.did !== 'fixed' || answer.commit !== undefined
    const commit = isNamed ? answer.commit : await last(own ?? null)
    named.push(commit === undefined ? answer : { ...answer, commit })
  }
  return named
}

/** The files that the threads are about. */
async function pathsIn({ store }: Context, { id }: Pull): Promise<ReadonlyMap<string, string>> {
  const found = await store.find({ table: 'review_threads', index: 'by_pull', equals: [id], limit: 1000 })
  return new Map(
    found.flatMap(({ row: { id, place, anchor } }) => {
      const path = place?.path ?? anchor?.path
      return path === undefined ? [] : [[id, path] as const]
    }),
  )
}

/** Finds the last commit of the round that changes a file, or, for null, any that the round changes beside our own. Each is looked for once. */
async function lastIn({ workspaces }: Context, { known: { job, head }, round }: Brought) {
  const files = await workspaces.diff(job, { from: head, to: round.head })
  const changed = files.map(({ path }) => path).filter((path) => path !== FEEDBACK)
  const found = new Map<string | null, Promise<string | undefined>>()
  const look = async (paths: readonly string[]) => {
    if (paths.length === 0) return undefined
    const range = { after: head, until: round.head, main: round.base, paths }
    return (await workspaces.log(job, range)).at(-1)?.commit
  }
  return (path: string | null): Promise<string | undefined> => {
    const looked = found.get(path) ?? look(path === null ? changed.slice(0, MOST_PATHS) : [path])
    found.set(path, looked)
    return looked
  }
}
