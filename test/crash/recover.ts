import { flawsAfterKill, flawsAfterOpening, flawsAfterRecovery, type Violation } from './checks.ts'
import { type Evidence, readEvidence } from './evidence.ts'
import { Fuse } from './fuse.ts'
import { openAgent } from './open-agent.ts'
import { openKept } from './open-kept.ts'
import type { Work } from './orders.ts'
import { flawsOfPaper } from './paper-checks.ts'
import { runProgram, type Surroundings } from './program.ts'
import { reviewAll } from './review-all.ts'
import type { Told } from './told.ts'
import { addLine } from './world-files.ts'

/** What was found in a folder, and how it stood. */
export interface Recovered {
  readonly violations: readonly Violation[]
  /** As the last kill left it. */
  readonly left: Evidence
  /** After everything was done. */
  readonly end: Evidence
}

const QUIET = { fuse: new Fuse(null), tell: () => undefined }

/** What is known of those who were ended in a folder. */
interface LeftBehind {
  readonly told: readonly Told[]
  readonly ahead: number
  readonly work: Work
}

/** Looks at a folder as it was left, then comes back as the agent and the person would, and looks again. */
export async function recover(root: string, { told, ahead, work }: LeftBehind): Promise<Recovered> {
  const store = await openKept({ ...QUIET, root, ahead })
  const left = await readEvidence(store, root, { told })
  await store.close()

  const more: Told[] = [...told]
  const tell = (line: Told): unknown => more.push(line)
  const { leeway, context, keeper } = await openAgent({ ...QUIET, root, tell, ahead })
  const pinned = (left.chain.ok && left.chain.head) || undefined
  const opened = await readEvidence(context.store, root, { told: more, pinned })

  const done = new AbortController()
  const review = reviewAll(context, root, done.signal)
  const note: Surroundings['note'] = (file, line) => addLine(root, file, line)
  const outcomes = await runProgram(leeway, { work, pass: () => undefined, note, tell: () => undefined })
  done.abort()
  await review
  for (let due = -1; due !== 0; due = (await context.store.dueEffects(1)).length) await keeper.tend()
  const end = await readEvidence(context.store, root, { told: more, pinned })
  await leeway.close()
  const violations = [
    ...flawsAfterKill(left),
    ...flawsAfterOpening(left, opened),
    ...flawsAfterRecovery(left, end, work === 'paper' ? null : outcomes),
    ...(work === 'jobs' ? [] : flawsOfPaper(end)),
  ]
  return { violations: [...new Set(violations)], left, end }
}
