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
  for (let count = 0; newest.head !== head && count < MOST; count++) {
    const push = pushes.find(({ from }) => from === newest.head)
    const taken = await take(hearing, newest, push)
    if (typeof taken === 'string') {
      await tell(hearing, newest, `pushed ${head}: ${taken}`)
      return newest
    }
    newest = taken
  }
  return newest
}

/** Gives the pull request with the push in it, or why it is not. */
async function take(hearing: Hearing, pull: Pull, push: HostPush | undefined): Promise<Pull | string> {
  if (push === undefined)
    return `the forge does not tell who put it on top of ${pull.head.slice(0, 10)}, or it was put in its place`
  const { login, to } = push
  const person = personBehind(hearing.forge, login, hearing.own)
  if (person === undefined) return `nobody here is known as ${login} on the forge`
  const by = { kind: 'person', id: person } as const
  try {
    const expected = { pull: pull.id, by, on: pull.head, to }
    const beforeLanding = async () => void (await runCommand(hearing, expectPush, expected))
    const from = await branchOn(hearing.forge, forgeBranch(pull))
    await hearing.forge.git.takeIn(pull, from, { to, now: hearing.store.now(), beforeLanding })
    hearing.crashPoint?.('landing:landed')
    return await joined(hearing, pull.id, to)
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
