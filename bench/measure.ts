import type { Contender, Loop } from './contender.ts'
import type { Effort } from './effort.ts'
import { progress } from './progress.ts'
import { type Rate, rate } from './rate.ts'
import { FLOOR, median, type Row } from './result.ts'

interface Field {
  readonly path: string
  readonly unit: string
  readonly floor: Contender
  readonly contenders: readonly Contender[]
  /** What ratios are made of: processor time, or the clock where most of the time goes into waiting for a disk. */
  readonly by?: 'processor' | 'clock'
  /** The smallest batch of a workload, where one alone would not be the same work. */
  readonly batches?: Readonly<Record<string, number>>
}

interface Sample extends Rate {
  readonly ofFloor: number
}

/** Measures contenders in turns, round by round, each between two probes of the floor. */
export async function measure(field: Field, effort: Effort): Promise<readonly Row[]> {
  const everyone = [field.floor, ...field.contenders]
  for (const contender of everyone) {
    progress(`${field.path}: warming up ${contender.name}`)
    await warmUp(contender, field, effort.warmUpMs)
  }
  const samples = new Map<string, Sample[]>()
  for (let round = 1; round <= effort.rounds; round++) {
    progress(`${field.path}: round ${round} of ${effort.rounds}`)
    // Another one goes first in each round, so that nobody always runs in the shadow of the same neighbour.
    for (const contender of rotated(everyone, round)) await measureOnce(field, contender, { effort, samples })
  }
  return everyone.flatMap((contender) => rowsOf(field, contender, samples))
}

interface Session {
  readonly effort: Effort
  readonly samples: Map<string, Sample[]>
}

async function measureOnce(field: Field, contender: Contender, { effort, samples }: Session): Promise<void> {
  const figure = field.by === 'clock' ? 'perSecond' : 'perCpuSecond'
  for (const [workload, loop] of Object.entries(contender.loops)) {
    const floorLoop = field.floor.loops[workload] as Loop
    const batch = field.batches?.[workload]
    const before = await rate(floorLoop, effort.probeMs, batch)
    const own = await rate(loop, effort.sliceMs, batch)
    const after = await rate(floorLoop, effort.probeMs, batch)
    const key = `${contender.name} ${workload}`
    const ofFloor = own[figure] / ((before[figure] + after[figure]) / 2)
    samples.set(key, [...(samples.get(key) ?? []), { ...own, ofFloor }])
  }
}

/** All workloads of a contender in turns, so that none is measured with code that was compiled for it alone. */
async function warmUp({ loops }: Contender, { batches }: Field, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) {
    for (const [workload, loop] of Object.entries(loops)) await rate(loop, Math.min(100, ms), batches?.[workload])
  }
}

function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const from = by % items.length
  return [...items.slice(from), ...items.slice(0, from)]
}

function rowsOf(field: Field, contender: Contender, samples: ReadonlyMap<string, Sample[]>): readonly Row[] {
  return Object.keys(contender.loops).map((workload) => {
    const own = samples.get(`${contender.name} ${workload}`) ?? []
    const shares = own.map((sample) => sample.ofFloor)
    return {
      path: field.path,
      workload,
      contender: contender === field.floor ? FLOOR : contender.name,
      answers: contender.answers,
      value: median(own.map((sample) => sample.perSecond)),
      unit: field.unit,
      perCpuSecond: median(own.map((sample) => sample.perCpuSecond)),
      ofFloor: median(shares),
      spread: [Math.min(...shares), Math.max(...shares)],
    }
  })
}
