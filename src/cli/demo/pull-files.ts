/** The code that the scripted builder finds. */
export const BASE = `/** One turn of the tide: when it comes, and how high it stands, in metres. */
export interface Tide {
  readonly at: Date
  readonly height: number
}

/** The next tide after a moment. */
export function nextTide(tides: readonly Tide[], now: Date): Tide | undefined {
  return tides.find((tide) => tide.at > now)
}
`

/** The plan of the change. */
export const PLAN = `# Warn before high water

Whoever lives at the harbour hears of high water an hour before it comes.

## Steps

1. Tell high water from low: it is high above two metres.
2. Look at the table once a minute.
3. Warn when the next high water is less than an hour away.
4. Warn once for each tide, also after a restart.

## Left out

The wind. It can bring the water earlier, and we have no figures for it.
`

/** The same code with the change. */
export const CHANGE = `/** One turn of the tide: when it comes, and how high it stands, in metres. */
export interface Tide {
  readonly at: Date
  readonly height: number
}

const HIGH_WATER = 2
const WARN_MS = 60 * 60 * 1000

/** The next high water after a moment. */
export function nextHighWater(tides: readonly Tide[], now: Date): Tide | undefined {
  return tides.find((tide) => tide.at > now && tide.height > HIGH_WATER)
}

/** Whether it is time to warn of a tide. */
export function isNear(tide: Tide, now: Date): boolean {
  return tide.at.getTime() - now.getTime() < WARN_MS
}
`
