import type { Contender } from '../contender.ts'
import { phaseFiles } from './phase-files.ts'

/** Where the branch of a phase begins. */
export type Start = 'main' | 'older main'

/** Somebody who takes a phase through git: branch, five files, commit, squash merge, branch gone. */
export interface PhaseCycler {
  readonly name: string
  readonly answers: string
  cycle(number: number, from: Start): Promise<void>
  /** What `git fsck` has to say; nothing is good. */
  fsck(): Promise<string>
  /** The files on main. */
  files(): Promise<readonly string[]>
  close(): Promise<void>
}

const WORKLOADS: Readonly<Record<string, Start>> = { 'phase cycle': 'main', 'phase cycle, main moved': 'older main' }
const TRIAL = 3

/** A contender whose cycles are known to leave what they should. */
export async function phaseContender(cycler: PhaseCycler): Promise<Contender> {
  let count = 0
  for (let number = 1; number <= TRIAL; number += 1)
    await cycler.cycle(++count, number === TRIAL ? 'older main' : 'main')
  const expected = [1, 2, 3].flatMap((phase) => phaseFiles(phase).map(({ path }) => path)).toSorted()
  const files = (await cycler.files()).toSorted()
  if (JSON.stringify(files) !== JSON.stringify(expected)) throw new Error(`${cycler.name} lost files: ${files}`)
  const loop = (from: Start) => async (times: number) => {
    for (let time = 0; time < times; time += 1) await cycler.cycle(++count, from)
    return times
  }
  const loops = Object.fromEntries(Object.entries(WORKLOADS).map(([name, from]) => [name, loop(from)]))
  return { name: cycler.name, answers: cycler.answers, loops, close: () => closeClean(cycler) }
}

async function closeClean(cycler: PhaseCycler): Promise<void> {
  const said = await cycler.fsck()
  await cycler.close()
  if (said !== '') throw new Error(`git fsck of ${cycler.name}: ${said}`)
}
