import type { HostedPull, HostPush } from '../../engine/ports.ts'
import { expectPush } from '../../engine/pull/expect-push.ts'
import { hostPull } from '../../engine/pull/host-pull.ts'
import { noteHost } from '../../engine/pull/note-host.ts'
import { runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import { AppError, ERRORS } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { joinLanded } from '../pull/join-landed.ts'
import { branchOn, personBehind } from './forge.ts'
import { forgeBranch } from './forge-branch.ts'
import type { Hearing } from './hearing.ts'

/** More pushes than anybody makes between two looks; the rest is taken at the next. */
const MOST = 20

/**
 * Takes in what people pushed to our branch on the forge, push by push: each is a round of whoever made it, and voids votes. Who that is,
 * the forge says; a commit can name anybody. What can't be taken in is told with the reason. Gives the pull request as it is then.
 */
export async function takePushes(hearing: Hearing, pull: Pull, { head, state }: HostedPull): Promise<Pull> {
  if (state !== 'open' || head === pull.head || pull.hosted === undefined) return pull
  const pushes = await hearing.forge.host.pushes(forgeBranch(pull))
  // One may have landed in a moment in which nobody was left to say so.
  let newest = await joinLanded(hearing, pull)
  if (newest.head !== pull.head) await noteShown(hearing, newest)
  const way = pushesBetween(pushes, newest.head, head)
  const amiss = await whyNotTaken(hearing, newest, way)
  if (amiss !== null) await tell(hearing, newest, `pushed ${head}: ${amiss}`)
  if (way === undefined || amiss !== null) return newest
  for (const push of way.slice(0, MOST)) {
    const taken = await take(hearing, newest, push)
    if (typeof taken === 'string') {
      await tell(hearing, newest, `pushed ${head}: ${taken}`)
      return newest
    }
    newest = taken
  }
  return newest
}

/** The pushes that lead from one commit to the other, the first one first. They are followed back from where the branch stands now. */
function pushesBetween(pushes: readonly HostPush[], from: string, to: string): readonly HostPush[] | undefined {
  const way: HostPush[] = []
  for (let at = to; at !== from; at = way[0]?.from ?? from) {
    const push = pushes.find((one) => one.to === at && !way.includes(one))
    if (push === undefined) return undefined
    way.unshift(push)
  }
  return way
}

/** Nothing is taken of what was taken back there meanwhile: all of it has to lead to what stands there. */
async function whyNotTaken(hearing: Hearing, pull: Pull, way: readonly HostPush[] | undefined): Promise<string | null> {
  if (way === undefined)
    return `the forge does not tell who put it on top of ${pull.head.slice(0, 10)}, or it was put in its place`
  const last = way.at(-1)
  if (last === undefined || way.length === 1) return null
  const commits = await orWhy(last, () => commitsUpTo(hearing, pull, last.to))
  if (typeof commits === 'string') return commits
  const left = way.find(({ to }) => !commits.includes(to))
  return left === undefined ? null : `it was put in the place of ${left.to.slice(0, 10)}, which was pushed before it`
}

/** What would come in with a commit. It is checked as if it did, and stays out. */
async function commitsUpTo(hearing: Hearing, pull: Pull, to: string): Promise<readonly string[]> {
  const { forge, store } = hearing
  const stayOut = new Error('It is only looked at.')
  let found: readonly string[] = []
  const beforeLanding = async (commits: readonly string[]) => {
    found = commits
    throw stayOut
  }
  const from = await branchOn(forge, forgeBranch(pull))
  await forge.git.takeIn(pull, from, { to, now: store.now(), beforeLanding }).catch((error: unknown) => {
    if (error !== stayOut) throw error
  })
  return found
}

/** Gives the pull request with the push in it, or why it is not. */
async function take(hearing: Hearing, pull: Pull, push: HostPush): Promise<Pull | string> {
  const { login, to } = push
  const person = personBehind(hearing.forge, login, hearing.own)
  if (person === undefined) return `nobody here is known as ${login} on the forge`
  const by = { kind: 'person', id: person } as const
  return orWhy(push, async () => {
    const expected = { pull: pull.id, by, on: pull.head, to }
    const beforeLanding = async () => void (await runCommand(hearing, expectPush, expected))
    const from = await branchOn(hearing.forge, forgeBranch(pull))
    await hearing.forge.git.takeIn(pull, from, { to, now: hearing.store.now(), beforeLanding })
    hearing.crashPoint?.('landing:landed')
    return await joined(hearing, pull.id, to)
  })
}

/** What waiting does not mend is a reason that is told. */
async function orWhy<Result>({ login }: HostPush, work: () => Promise<Result>): Promise<Result | string> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof AppError) || ERRORS[error.code].retry) throw error
    return `it was pushed by ${login}, and is not taken in: ${error.message}`
  }
}

/** What has landed joins the review. */
async function joined(hearing: Hearing, id: PullId, to: string): Promise<Pull | string> {
  const landed = (await hearing.store.get('pulls', id))?.row
  const after = landed && (await joinLanded(hearing, landed))
  if (after?.head !== to) return 'it may not join the review'
  await noteShown(hearing, after)
  return after
}

/** What was pushed there stands there already. */
async function noteShown(hearing: Hearing, { id, hosted, head }: Pull): Promise<void> {
  if (hosted === undefined) return
  const { forge, number, url } = hosted
  await runCommand(hearing, hostPull, { pull: id, by: SYSTEM, hosted: { forge, number, url, head } })
}

async function tell(hearing: Hearing, pull: Pull, strayed: string): Promise<void> {
  await runCommand(hearing, noteHost, { pull: pull.id, by: SYSTEM, note: { strayed: strayed.slice(0, 2000) } })
}
