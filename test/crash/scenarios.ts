import type { Fatal } from './orders.ts'
import { POINTS, type Point } from './points.ts'
import type { Random } from './random.ts'
import type { Scenario, Strike, Victim } from './strike.ts'

/** How often an undisturbed life passes each point. */
export type Counts = Readonly<Partial<Record<Point, number>>>

/** A second life has less to do than the first. */
const HITS_IN_A_SECOND_LIFE = 6
/** A reviewer writes, and does nothing else. */
const HITS_OF_A_REVIEWER = 6

/** Every point once, then singles, pairs and random moments for as long as somebody asks. */
export function* scenarios(random: Random, counts: Counts): Generator<Scenario, never> {
  const anyHit = (point: Point): Fatal => ({ point, hit: random.upTo(counts[point] ?? 1) })
  // No two lives are the same, but every one gets half-way.
  const early = (point: Point): Fatal => ({ point, hit: random.upTo(Math.ceil((counts[point] ?? 1) / 2)) })
  for (const point of POINTS) yield { victim: 'both', strikes: [at(early(point))] }

  const pairs = everyPair(random)
  for (;;) {
    const chance = random.share()
    if (chance < 0.3) yield single(random, anyHit)
    else if (chance < 0.75) yield pair(random, anyHit, pairs.next().value)
    else yield moments(random)
  }
}

function single(random: Random, anyHit: (point: Point) => Fatal): Scenario {
  const chance = random.share()
  const victim: Victim = chance < 0.6 ? 'both' : chance < 0.85 ? 'agent' : 'reviewer'
  if (victim !== 'reviewer') return { victim, strikes: [at(anyHit(pick(random, POINTS)))] }
  const point = pick(
    random,
    POINTS.filter((name) => name.startsWith('append:')),
  )
  return { victim, strikes: [at({ point, hit: random.upTo(HITS_OF_A_REVIEWER) })] }
}

/** The second life is ended while it recovers from the first. */
function pair(random: Random, anyHit: (point: Point) => Fatal, [first, second]: readonly [Point, Point]): Scenario {
  const hit = random.share() < 0.5 ? 1 : random.upTo(HITS_IN_A_SECOND_LIFE)
  const victim = random.share() < 0.8 ? 'both' : 'agent'
  return { victim, strikes: [at(anyHit(first)), at({ point: second, hit })] }
}

function moments(random: Random): Scenario {
  const chance = random.share()
  const victim: Victim = chance < 0.6 ? 'both' : chance < 0.85 ? 'agent' : 'reviewer'
  const strikes: Strike[] = [{ at: 'moment', share: random.share() }]
  if (random.share() < 0.5) strikes.push({ at: 'moment', share: random.share() })
  return { victim, strikes }
}

/** All pairs in some order, and again in another one. */
function* everyPair(random: Random): Generator<readonly [Point, Point], never> {
  const all = POINTS.flatMap((first) => POINTS.map((second) => [first, second] as const))
  for (;;) yield* random.shuffled(all)
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  return items[random.upTo(items.length) - 1] as Item
}

function at(fatal: Fatal): Strike {
  return { at: 'point', fatal }
}
