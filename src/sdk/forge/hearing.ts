import type { HostReview, Workspaces } from '../../engine/ports.ts'
import { type Heard, noteHost } from '../../engine/pull/note-host.ts'
import { type Ports, runCommand } from '../../engine/run-command.ts'
import { SYSTEM } from '../../model/actor.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import type { SdkCrashHook } from '../crash-point.ts'
import type { Forge } from './forge.ts'

/** What hearing people on a forge needs. */
export interface Hearing extends Ports {
  readonly workspaces: Workspaces
  readonly forge: Forge
  /** Our own account there. */
  readonly own: string
  readonly crashPoint?: SdkCrashHook | undefined
  /** It is about to be merged: who was not asked about it by now is not asked any more. */
  readonly isMerging?: true
}

/** What was said, before it is known whether it counts. */
export type Unjudged = Omit<Heard, 'counted' | 'why'>

/** How a review is known once it was heard. */
export function heardAs({ id }: Pick<HostReview, 'id'>): string {
  return `review ${id}`
}

/** Refusals that say nothing about what was said: it is heard when the moment is right. */
const LATER: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'sent_back',
  'head_moved',
  'version_conflict',
  'pull_merging',
  'store_busy',
])

interface InTheirName {
  readonly pull: PullId
  readonly heard: Unjudged
}

/** Does something in a person's name because of what they said there. Where that is refused, it is written down with the reason. */
export async function inTheirName(hearing: Hearing, said: InTheirName, act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    const why = whyRefused(error)
    if (why !== undefined) await noteHeard(hearing, said.pull, { ...said.heard, counted: false, why })
  }
}

/** Why something is refused for good; undefined where it is heard later. Throws what is no refusal. */
export function whyRefused(error: unknown): string | undefined {
  if (!(error instanceof AppError)) throw error
  return LATER.has(error.code) ? undefined : error.message
}

/** Writes down what was said, and changes nothing else. */
export async function noteHeard(ports: Ports, pull: PullId, heard: Heard): Promise<void> {
  await runCommand(ports, noteHost, { pull, by: SYSTEM, note: { heard } })
}

/** The pull request as it is now, while anything can be said of it that was not heard before. */
export async function stillToHear({ store }: Ports, id: PullId, what: string): Promise<Pull | undefined> {
  const pull = (await store.get('pulls', id))?.row
  if (pull?.status !== 'open' || pull.hosted === undefined) return undefined
  return pull.hosted.heard.includes(what) ? undefined : pull
}
