import type { PullHost } from '../../engine/ports.ts'
import type { ForgeOptions } from '../../hosts/forge-options.ts'
import { forgeAddress } from '../../model/forge-address.ts'
import { BOT, type ForgeState, PLACE } from './forge-state.ts'
import { aStandIn, type Face, type StandIn } from './stand-in.ts'

/** A forge that people use, with one pull request of ours. */
interface Opened {
  readonly host: PullHost
  readonly standIn: StandIn
  readonly state: ForgeState
  readonly number: number
  readonly head: string
  /** Moves the clock of our side. */
  later(ms: number): void
}

/** Which host is held to the contract, and how one with a pull request is made. */
export interface Tried {
  readonly name: string
  readonly opened: () => Promise<Opened>
}

/** The branch of the pull request. */
export const BRANCH = 'leeway/job-1/phase-1-strategic'

/** Opens a pull request on a new stand-in of a forge. */
export async function openOn(face: Face, make: (options: ForgeOptions) => PullHost): Promise<Opened> {
  const standIn = await aStandIn(face)
  let now = Date.parse('2026-11-16T12:00:00Z')
  const host = make({
    ...PLACE,
    base: forgeAddress(standIn.url),
    main: 'main',
    token: async () => BOT.token,
    now: () => now,
    timeoutMs: 5000,
  })
  const head = standIn.state.git.commit(BRANCH, { 'plan.md': 'one\ntwo\nthree\nfour\n' }, 'Plan')
  const { number } = await host.open({ branch: BRANCH, title: 'The plan', body: 'What we know.' })
  const later = (ms: number) => {
    now += ms
  }
  return { host, standIn, state: standIn.state, number, head, later }
}
