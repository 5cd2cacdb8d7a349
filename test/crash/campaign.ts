import { bundled } from '../../src/testing/bundled.ts'
import { calibrate } from './calibrate.ts'
import { Lane, type Report } from './lane.ts'
import { PAPER_POINTS, POINTS } from './points.ts'
import { Random } from './random.ts'
import { scenarios } from './scenarios.ts'
import { CHILD } from './spawned.ts'

/** How much is to be proved. */
export interface CampaignOptions {
  readonly kills: number
  readonly seed: number
  /** How many folders are worked in at once. */
  readonly lanes: number
  readonly onReport?: (report: Report, kills: number) => void
}

/** Ends processes until as many have been ended as was asked for. */
export async function runCampaign({ kills, seed, lanes, onReport }: CampaignOptions): Promise<readonly Report[]> {
  const program = await bundled(CHILD)
  const { lifeMs, counts } = await calibrate(program)
  const unpassed = POINTS.filter((point) => !PAPER_POINTS.has(point) && counts[point] === undefined)
  if (unpassed.length > 0) throw new Error(`Nobody ever passes ${unpassed.join(', ')}.`)

  const next = scenarios(new Random(seed), counts)
  const reports: Report[] = []
  let killed = 0
  const work = async (): Promise<void> => {
    const lane = new Lane(program, lifeMs)
    try {
      while (killed < kills) {
        const report = await lane.play(next.next().value)
        killed += report.kills.length
        reports.push(report)
        onReport?.(report, killed)
      }
    } finally {
      await lane.close()
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return reports
}
