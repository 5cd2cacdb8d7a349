import { openPull } from '../../engine/pull/open-pull.ts'
import { pullIdOf } from '../../engine/pull/pull-state.ts'
import type { SaidWords } from '../../engine/pull/pull-words.ts'
import { pushRound, type ThreadReply } from '../../engine/pull/push-round.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { Actor } from '../../model/actor.ts'
import type { Gate } from '../../model/gate.ts'
import type { JobId, PullId, TenantId } from '../../model/ids.ts'
import type { OfferedRound, Pull, Round } from '../../model/pull.ts'
import type { Context } from '../context.ts'
import { askLanded, whileOthersLand } from './ask-landed.ts'
import type { Entered } from './enter-phase.ts'
import { withCommits } from './fixed-in.ts'
import { placesIn } from './follow-threads.ts'
import { joinLanded } from './join-landed.ts'

/** What the agent offers: its words, its evidence, and its answers. */
export interface Offer extends Entered, SaidWords {
  /** What the phase is called until the agent gives it a title. */
  readonly name: string
  readonly gates: readonly Gate[]
  readonly answers: readonly ThreadReply[]
}

interface Mine {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly driver: string
}

/** Offers what stands on the branch: as a new pull request, or as the next round of the one that is open. */
export async function offerRound(context: Context, mine: Mine, offer: Offer): Promise<Pull> {
  const pull = await whileOthersLand(() => openOrPush(context, mine, offer))
  context.crashPoint?.('offer:made')
  return pull
}

async function openOrPush(context: Context, mine: Mine, offer: Offer): Promise<Pull> {
  const { branch, phase, entry, name, title, description, gates } = offer
  const before = (await context.store.get('pulls', pullIdOf(mine.job, branch)))?.row
  // What a person's is stays theirs: it joins before the agent goes on from it.
  const known = before && (await joinLanded(context, before))
  const round = await offered(context, mine, { branch, known })
  if (known === undefined) {
    const words = { title: title ?? name, description: description ?? '' }
    return runCommand(context, openPull, { ...mine, phase, entry, ...words, gates, round })
  }
  const places = await placesIn(context, known, round)
  const asked = await askLanded(context, known, round)
  const answers = await withCommits(context, { known, round, answers: offer.answers })
  const said = { title, description, gates, answers }
  return runCommand(context, pushRound, { ...mine, ...said, pull: known.id, round, places, asked })
}

/**
 * What stands on the branch, under a commit that names it. A forge takes a yes to a commit and knows of no base, so that a yes that was
 * given before `main` moved would count for what nobody has seen: then `main` is taken in, and it is another commit.
 */
async function offered(
  { workspaces, store }: Context,
  { job, by }: Mine,
  { branch, known }: { readonly branch: string; readonly known: Pull | undefined },
): Promise<OfferedRound> {
  const round = await workspaces.offer(job, branch)
  if (known === undefined || round.head !== known.head || round.base === known.base) return round
  await workspaces.catchUp(job, branch, { by, at: store.now() })
  return workspaces.offer(job, branch)
}

/** Every round of a pull request, the first one first. */
export async function roundsOf({ store }: Pick<Context, 'store'>, pull: PullId): Promise<readonly Round[]> {
  const found = await store.find({ table: 'rounds', index: 'by_pull', equals: [pull], limit: 1000 })
  return found.map(({ row }) => row)
}
