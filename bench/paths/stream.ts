import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GATE_KINDS } from '../../src/model/gate.ts'
import type { Effort } from '../effort.ts'
import { progress } from '../progress.ts'
import type { Rate } from '../rate.ts'
import { FLOOR, median, OURS, type Row } from '../result.ts'
import { checkAnswers } from '../stream/check-answers.ts'
import { type Pumped, pump } from '../stream/pump.ts'
import { MIXES, writeRequests } from '../stream/requests.ts'

const ROUNDS = 3
const CHECKED_LINES = 1_000

/** One run over a stream, and what the floor reached right before and after. */
interface Run {
  readonly ours: Pumped
  readonly floor: Rate
}

/** A stream in a file, by the name of its workload. */
interface Stream {
  readonly workload: string
  readonly file: string
  readonly lines: number
}

/** How fast `leeway decide` answers streams of requests, and whether its memory stays flat over a long one. */
export async function benchStream({ name, streamLines: [few, many] }: Effort): Promise<readonly Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'leeway-bench-'))
  try {
    progress('stream: writing requests')
    const stream = (workload: string, lines: number) => ({
      workload,
      lines,
      file: join(folder, `${workload} ${lines}`),
    })
    const short = stream('mixed', few)
    const long = stream('mixed', many)
    // A quick run has no time to measure each kind by itself.
    const kinds = name === 'quick' ? [] : [stream('unlike', many), ...GATE_KINDS.map((kind) => stream(kind, few))]
    for (const { file, lines, workload } of [short, long, ...kinds]) await writeRequests(file, lines, MIXES[workload])
    await checkAnswers(folder, CHECKED_LINES)
    return await measureAll({ short, measured: [long, ...kinds] })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureAll({ short, measured }: { short: Stream; measured: readonly [Stream, ...Stream[]] }) {
  const runs = measured.map((): Run[] => [])
  const peaks: number[] = []
  for (let round = 1; round <= ROUNDS; round++) {
    progress(`stream: round ${round} of ${ROUNDS}`)
    peaks.push((await pump('decide', short.file)).peakMegabytes)
    for (const [index, { file }] of measured.entries()) runs[index]?.push(await measureRun(file))
  }
  const speeds = measured.flatMap(({ workload }, index) => speedRows(workload, runs[index] ?? []))
  const longPeaks = (runs[0] ?? []).map(({ ours }) => ours.peakMegabytes)
  return [...speeds, ...memoryRows({ lines: short.lines, peaks }, { lines: measured[0].lines, peaks: longPeaks })]
}

async function measureRun(file: string): Promise<Run> {
  const before = await pump('echo', file)
  const ours = await pump('decide', file)
  const after = await pump('echo', file)
  return { ours, floor: mean(before, after) }
}

function mean(one: Rate, other: Rate): Rate {
  return {
    perSecond: (one.perSecond + other.perSecond) / 2,
    perCpuSecond: (one.perCpuSecond + other.perCpuSecond) / 2,
  }
}

function speedRows(workload: string, runs: readonly Run[]): readonly Row[] {
  const common = { path: 'stream', workload, unit: 'lines/s' }
  const shares = runs.map(({ ours, floor }) => ours.perCpuSecond / floor.perCpuSecond)
  return [
    {
      ...common,
      contender: FLOOR,
      answers: 'each line read as JSON and written back',
      ...ratesOf(runs.map(({ floor }) => floor)),
      ...spreadOf([1]),
    },
    {
      ...common,
      contender: OURS,
      answers: 'a whole decision a line',
      ...ratesOf(runs.map(({ ours }) => ours)),
      ...spreadOf(shares),
    },
  ]
}

interface Memory {
  readonly lines: number
  readonly peaks: readonly number[]
}

/** The short stream is the floor of the long one: where memory is flat, both need the same. */
function memoryRows(short: Memory, long: Memory): readonly Row[] {
  const common = { path: 'stream', workload: 'memory', unit: 'MB at most' }
  const shares = long.peaks.map((peak, round) => (short.peaks[round] ?? Number.NaN) / peak)
  return [
    {
      ...common,
      contender: FLOOR,
      answers: `the same command on ${short.lines} lines`,
      value: median(short.peaks),
      ...spreadOf([1]),
    },
    { ...common, contender: OURS, answers: `on ${long.lines} lines`, value: median(long.peaks), ...spreadOf(shares) },
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
