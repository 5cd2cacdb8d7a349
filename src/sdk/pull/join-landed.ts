import type { Workspaces } from '../../engine/ports.ts'
import { joinPush } from '../../engine/pull/join-push.ts'
import { type Ports, runKeyed } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import { landingsOf } from '../../model/landings-of.ts'
import type { Pull } from '../../model/pull.ts'
import { askLanded } from './ask-landed.ts'
import { placesIn } from './follow-threads.ts'

/** Lets a commit join the review that landed in a moment in which nobody was left to say so. Gives the pull request as it is then. */
export async function joinLanded(ports: Ports & { readonly workspaces: Workspaces }, pull: Pull): Promise<Pull> {
  const { status, merge } = pull
  const expected = landingsOf(pull).filter(({ to }) => to !== pull.head)
  if (expected.length === 0 || status !== 'open' || merge !== null) return pull
  const head = await ports.workspaces.head(pull.job, pull.branch)
  const landing = expected.find(({ to }) => to === head)
  if (landing === undefined) return pull
  const round = await ports.workspaces.offer(pull.job, pull.branch)
  const places = await placesIn(ports, pull, round)
  const by = { kind: 'person', id: landing.by } as const
  try {
    // Under the key of whoever committed it, so that they get their answer when they ask again.
    const idempotency = landing.under ?? undefined
    const asked = await askLanded(ports, pull, round)
    const input = { pull: pull.id, by, on: pull.head, round, places, asked }
    await runKeyed(ports, { verb: joinPush, input, idempotency })
  } catch (error) {
    // What may not join, because the policy denies it or somebody was faster, is never merged either; whoever only looks goes on.
    if (!(error instanceof AppError)) throw error
  }
  return (await ports.store.get('pulls', pull.id))?.row ?? pull
}
