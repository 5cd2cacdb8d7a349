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
}

interface Sample extends Rate {
  readonly ofFloor: number
}

/** Measures contenders in turns, round by round, each between two probes of the floor. */
export async function measure(field: Field, effort: Effort): Promise<readonly Row[]> {
  const everyone = [field.floor, ...field.contenders]
  for (const contender of everyone) {
    progress(`${field.path}: warming up ${contender.name}`)
    await warmUp(contender, effort.warmUpMs)
  }
  const samples = new Map<string, Sample[]>()
  for (let round = 1; round <= effort.rounds; round++) {
    progress(`${field.path}: round ${round} of ${effort.rounds}`)
    // Another one goes first in each round, so that nobody always runs in the shadow of the same neighbour.
    for (const contender of rotated(everyone, round)) await measureOnce(field.floor, contender, { effort, samples })
  }
  return everyone.flatMap((contender) => rowsOf(field, contender, samples))
}

interface Session {
  readonly effort: Effort
  readonly samples: Map<string, Sample[]>
}

async function measureOnce(floor: Contender, contender: Contender, { effort, samples }: Session): Promise<void> {
  for (const [workload, loop] of Object.entries(contender.loops)) {
    const floorLoop = floor.loops[workload] as Loop
    const before = await rate(floorLoop, effort.probeMs)
    const own = await rate(loop, effort.sliceMs)
    const after = await rate(floorLoop, effort.probeMs)
    const key = `${contender.name} ${workload}`
    samples.set(key, [...(samples.get(key) ?? []), sampleOf(own, before, after)])
  }
}

function sampleOf(own: Rate, before: Rate, after: Rate): Sample {
  return { ...own, ofFloor: own.perCpuSecond / ((before.perCpuSecond + after.perCpuSecond) / 2) }
}

/** All workloads of a contender in turns, so that none is measured with code that was compiled for it alone. */
async function warmUp({ loops }: Contender, ms: number): Promise<void> {
  const end = performance.now() + ms
  while (performance.now() < end) for (const loop of Object.values(loops)) await rate(loop, Math.min(100, ms))
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
