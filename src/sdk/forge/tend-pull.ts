import type { HostedPull } from '../../engine/ports.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import type { Pull } from '../../model/pull.ts'
import { hearReviews } from './hear-reviews.ts'
import type { Hearing } from './hearing.ts'
import { publishPull } from './publish-pull.ts'
import { tellAnswers } from './tell-answers.ts'

/** Brings one pull request and what the forge shows of it into step: shows the newest round, hears people, tells them what the agent did. */
export async function tendPull(hearing: Hearing, pull: Pull): Promise<void> {
  const { forge, own } = hearing
  const { number } = await publishPull(hearing, forge, pull)
  const shown = await forge.host.read(number)
  await noteStrayed(hearing, pull, shown)
  const reviews = await forge.host.reviews(number)
  await hearReviews(hearing, pull.id, reviews)
  const after = (await hearing.store.get('pulls', pull.id))?.row
  if (after !== undefined) await tellAnswers(hearing, { forge, own }, { pull: after, threads: reviews.threads })
}

/** Only Leeway merges, closes and pushes there. Whatever else happened is told, and moves nothing here. */
async function noteStrayed(hearing: Hearing, pull: Pull, shown: HostedPull): Promise<void> {
  const strayed = strayedIn(pull, shown)
  if (strayed !== null) await runCommand(hearing, noteHost, { pull: pull.id, by: SYSTEM, note: { strayed } })
}

function strayedIn(pull: Pull, { state, head }: HostedPull): string | null {
  if (state === 'merged') return pull.merge === null ? 'merged' : null
  if (state === 'closed') return 'closed'
  return head === pull.head ? null : `pushed ${head}`
}
