import type { Fatal } from './orders.ts'
import { PAPER_POINTS, POINTS, type Point } from './points.ts'
import type { Random } from './random.ts'
import type { Scenario, Strike, Victim } from './strike.ts'

/** How often an undisturbed life passes each point; those of a paper it passes once for each phase, or once. */
export type Counts = Readonly<Partial<Record<Point, number>>>

/** A second life has less to do than the first. */
const HITS_IN_A_SECOND_LIFE = 6
/** A reviewer writes, and does nothing else. */
const HITS_OF_A_REVIEWER = 6

/** Every point once, then singles, pairs and random moments for as long as somebody asks. */
export function* scenarios(random: Random, counts: Counts): Generator<Scenario, never> {
  const anyHit = (point: Point): Fatal => ({ point, hit: random.upTo(counts[point] ?? 2) })
  // No two lives are the same, but every one gets half-way.
  const early = (point: Point): Fatal => ({ point, hit: random.upTo(Math.ceil((counts[point] ?? 1) / 2)) })
  for (const point of POINTS) {
    if (!PAPER_POINTS.has(point)) yield { victim: 'both', work: 'jobs', strikes: [at(early(point))] }
  }
  for (const life of PAPER_LIVES) {
    yield { victim: 'both', work: 'paper', strikes: life.map((point) => at({ point, hit: 1 })) }
  }

  const pairs = everyPair(random)
  for (;;) {
    const chance = random.share()
    if (chance < 0.3) yield withPaper(random, single(random, anyHit))
    else if (chance < 0.75) yield withPaper(random, pair(random, anyHit, pairs.next().value))
    else yield withPaper(random, moments(random))
  }
}

/** A folder, before it is known whether there is a paper in it. */
type Unpapered = Omit<Scenario, 'work'>

/** Each place around git once, in as few folders as a life passes them in order. */
const PAPER_LIVES: readonly (readonly Point[])[] = [
  ['offer:made', 'merge:claimed'],
  ['landing:expected', 'merge:made'],
  ['landing:landed', 'merge:recorded'],
  ['landing:joined'],
]

/** Git takes its time, so only some of the folders that are picked by chance have a paper. */
const WITH_PAPER = 0.3

function withPaper(random: Random, given: Unpapered): Scenario {
  const isNeeded = given.strikes.some((strike) => strike.at === 'point' && PAPER_POINTS.has(strike.fatal.point))
  return { ...given, work: isNeeded || random.share() < WITH_PAPER ? 'all' : 'jobs' }
}

function single(random: Random, anyHit: (point: Point) => Fatal): Unpapered {
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
function pair(random: Random, anyHit: (point: Point) => Fatal, [first, second]: readonly [Point, Point]): Unpapered {
  const hit = random.share() < 0.5 ? 1 : random.upTo(HITS_IN_A_SECOND_LIFE)
  const victim = random.share() < 0.8 ? 'both' : 'agent'
  return { victim, strikes: [at(anyHit(first)), at({ point: second, hit })] }
}

function moments(random: Random): Unpapered {
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
