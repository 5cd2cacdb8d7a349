import type { AskedOfGit } from '../../engine/pull/landed-by.ts'
import { openPull } from '../../engine/pull/open-pull.ts'
import { pullIdOf } from '../../engine/pull/pull-state.ts'
import type { SaidWords } from '../../engine/pull/pull-words.ts'
import { pushRound, type ThreadReply } from '../../engine/pull/push-round.ts'
import { runCommand } from '../../engine/run-command.ts'
import type { Actor } from '../../model/actor.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import type { JobId, PullId, TenantId } from '../../model/ids.ts'
import { landingsOf } from '../../model/landings-of.ts'
import type { OfferedRound, Pull, Round } from '../../model/pull.ts'
import type { Context } from '../context.ts'
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

/** Asks git which of the commits that people were about to put on a branch a round stands on. */
export async function askLanded(
  { workspaces }: Pick<Context, 'workspaces'>,
  pull: Pull,
  { head }: OfferedRound,
): Promise<AskedOfGit> {
  const looked = landingsOf(pull).map(({ to }) => to)
  const holds: string[] = []
  for (const to of looked) if (await workspaces.holds(pull.job, head, to)) holds.push(to)
  return { looked, holds }
}

/** Somebody may be written down while git is asked; then all of it is looked at anew. */
export async function whileOthersLand<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let race = 1; ; race++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'head_moved' || race === MAX_RACES) throw error
    }
  }
}

/** More than ever lose a race by chance. */
const MAX_RACES = 10

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
