import { onTestFinished } from 'vitest'
import { openContext } from '../../compose.ts'
import { ForgeKeeper } from '../../sdk/forge/forge-keeper.ts'
import type { ReviewOptions } from '../../sdk/gate-options.ts'
import type { PhaseWork } from '../../sdk/program/phase-work.ts'
import { aHouse } from '../house.ts'
import { PLAN, plan } from '../plan-work.ts'
import { BOT, type ForgeState } from './forge-state.ts'
import { giteaFace } from './gitea-face.ts'
import { githubFace } from './github-face.ts'
import { aStandIn, type Face } from './stand-in.ts'

/** Every kind of forge. */
export const FACES: readonly Face[] = [githubFace, giteaFace('older')]

interface Given {
  readonly work?: PhaseWork
  /** What stands on `main` there before the plan begins. */
  readonly files?: Readonly<Record<string, string>>
  /** How the plan is reviewed. */
  readonly review?: ReviewOptions
  /** More accounts there, and whose they are. */
  readonly people?: Readonly<Record<string, string>>
  /** What goes wrong there from the beginning. */
  readonly fault?: ForgeState['fault']
}

/** A house whose pull requests are shown on a forge, with a plan that waits there. Ada is `ada-there`; others are nobody's. */
export async function aForgeHouse(
  face: Face,
  policy = 'jobs/guided',
  { work = plan, files, fault, ...given }: Given = {},
) {
  const standIn = await aStandIn(face)
  if (fault !== undefined) standIn.state.fault = fault
  if (files !== undefined) standIn.state.git.commit('main', files, 'Theirs')
  const settings = {
    ...{ kind: face.forge, url: standIn.url, repository: 'house/tools', token: { $secret: 'FORGE_TOKEN' } },
    ...{ people: { 'Ada-There': 'ada', [BOT.login]: 'ada', ...given.people }, poll_seconds: 3600 },
  }
  const house = await aHouse({ 'leeway.yaml': JSON.stringify({ forge: settings }) })
  await house.desk.setSolo(true)
  const secrets = (name: string) => (name === 'FORGE_TOKEN' ? BOT.token : undefined)
  const leeway = await house.open({ policy, onHold: 'throw', secrets })
  const program = leeway.program({ name: 'work', version: '1' }, (job) => job.phase({ ...PLAN, ...given.review }, work))
  const run = await leeway.start(program, { key: 'a', input: null })
  const context = await openContext({ root: house.root, secrets, tellHolds: false })
  onTestFinished(() => context.store.close())
  const keeper = new ForgeKeeper(context, context.forge!)
  const { state } = standIn
  return {
    ...{ standIn, state, house, leeway, run, context, keeper, secrets },
    resume: () => leeway.resume(run.job),
    /** Looks at the forge once. */
    look: () => keeper.look(),
    pull: async () => (await house.store.get('pulls', `${run.job}:phase-1-strategic`))!.row,
    heard: async () => (await house.log('host_heard')).map(({ data }) => data),
  }
}
