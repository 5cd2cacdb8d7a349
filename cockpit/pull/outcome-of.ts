import type { PullView } from '../../src/api/pull-views.ts'
import type { LogEvent } from '../data/use-job.ts'

/** Somebody's yes, and when they gave it. */
export interface Approval {
  readonly by: string
  /** Not known where its checkpoint is another by now. */
  readonly at: string | undefined
}

/** The commit it was merged as, in short; null where it is not merged, or a forge does not say. */
export function commitOf({ commit }: Pick<PullView['pull'], 'commit'>): string | null {
  return commit?.slice(0, 10) ?? null
}

/** In whose name a pull request was merged; nobody where the policy let it pass. */
export function approvalsOf({ pull, checkpoint }: Pick<PullView, 'pull' | 'checkpoint'>): readonly Approval[] {
  const names = [...new Set(pull.merge?.reviewers ?? [])]
  return names.map((by) => ({ by, at: checkpoint?.votes.findLast((vote) => vote.by === by)?.at }))
}

/** Who closed a pull request, and why, as the log has it. */
export function closedBy(
  events: readonly Pick<LogEvent, 'type' | 'actor' | 'data'>[],
  pull: string,
): { readonly by: string; readonly reason: string } | undefined {
  const isIts = ({ type, data }: Pick<LogEvent, 'type' | 'data'>) =>
    type === 'pull_closed' && (data as { readonly pull?: unknown } | null)?.pull === pull
  const event = events.findLast(isIts)
  if (event === undefined) return undefined
  const { reason } = event.data as { readonly reason?: unknown }
  return {
    by: event.actor.kind === 'system' ? 'Leeway' : event.actor.id,
    reason: typeof reason === 'string' ? reason : '',
  }
}
