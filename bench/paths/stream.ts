import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import type { Rate } from '../rate.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'
import { checkAnswers } from '../stream/check-answers.ts'
import { type Pumped, pump } from '../stream/pump.ts'
import { writeRequests } from '../stream/requests.ts'

const ROUNDS = 3
const CHECKED_LINES = 1_000

interface Round {
  readonly few: Pumped
  readonly many: Pumped
  /** What the floor reached right before and after. */
  readonly floor: Rate
}

/** How fast `leeway decide` answers a stream of requests, and whether its memory stays flat over a long one. */
export async function benchStream({ streamLines: [few, many] }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  try {
    progress(`stream: writing ${many} requests`)
    const files = { few: join(folder, 'few.jsonl'), many: join(folder, 'many.jsonl') }
    await writeRequests(files.few, few)
    await writeRequests(files.many, many)
    await checkAnswers(folder, CHECKED_LINES)
    const rounds: Round[] = []
    for (let round = 1; round <= ROUNDS; round++) {
      progress(`stream: round ${round} of ${ROUNDS}`)
      rounds.push(await measureRound(files))
    }
    return [...speedRows(rounds), ...memoryRows(rounds, { few, many })]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureRound(files: { few: string; many: string }): Promise<Round> {
  const few = await pump('decide', files.few)
  const before = await pump('echo', files.many)
  const many = await pump('decide', files.many)
  const after = await pump('echo', files.many)
  return { few, many, floor: mean(before, after) }
}

function mean(one: Rate, other: Rate): Rate {
  return {
    perSecond: (one.perSecond + other.perSecond) / 2,
    perCpuSecond: (one.perCpuSecond + other.perCpuSecond) / 2,
  }
}

function speedRows(rounds: readonly Round[]): readonly Row[] {
  const common = { path: 'stream', workload: 'speed', unit: 'lines/s' }
  const shares = rounds.map(({ many, floor }) => many.perCpuSecond / floor.perCpuSecond)
  return [
    {
      ...common,
      contender: FLOOR,
      answers: 'each line read as JSON and written back',
      ...ratesOf(rounds.map(({ floor }) => floor)),
      ...spreadOf([1]),
    },
    {
      ...common,
      contender: OURS,
      answers: 'a whole decision a line',
      ...ratesOf(rounds.map(({ many }) => many)),
      ...spreadOf(shares),
    },
  ]
}

/** The short stream is the floor of the long one: where memory is flat, both need the same. */
function memoryRows(rounds: readonly Round[], lines: { few: number; many: number }): readonly Row[] {
  const common = { path: 'stream', workload: 'memory', unit: 'MB at most' }
  const shares = rounds.map(({ few, many }) => few.peakMegabytes / many.peakMegabytes)
  return [
    {
      ...common,
      contender: FLOOR,
      answers: `the same command on ${lines.few} lines`,
      value: median(rounds.map(({ few }) => few.peakMegabytes)),
      ...spreadOf([1]),
    },
    {
      ...common,
      contender: OURS,
      answers: `on ${lines.many} lines`,
      value: median(rounds.map(({ many }) => many.peakMegabytes)),
      ...spreadOf(shares),
    },
  ]
}

function ratesOf(rates: readonly Rate[]): Pick<Row, 'value' | 'perCpuSecond'> {
  return {
    value: median(rates.map((rate) => rate.perSecond)),
    perCpuSecond: median(rates.map((rate) => rate.perCpuSecond)),
  }
}

function spreadOf(shares: readonly number[]): Pick<Row, 'ofFloor' | 'spread'> {
  return { ofFloor: median(shares), spread: [Math.min(...shares), Math.max(...shares)] }
}
