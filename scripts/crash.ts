import { parseArgs } from 'node:util'
import { runCampaign } from '../test/crash/campaign.ts'
import { toRows, toTable } from '../test/crash/crash-table.ts'
import type { Report } from '../test/crash/lane.ts'

/**
 * Ends real processes with SIGKILL at every crash point, singly, in pairs and at random moments, and looks at what they
 * left: `npm run crash -- --kills 5000 [--seed 1] [--lanes 2] [--json]`.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    lanes: { type: 'string', default: '2' },
    json: { type: 'boolean', default: false },
  },
})
const [kills, seed, lanes] = [toCount('kills'), toCount('seed'), toCount('lanes')]
const EVERY = Math.max(10, Math.round(kills / 50))

const start = performance.now()
let told = 0
console.error(`${kills} kills with seed ${seed}`)
const reports = await runCampaign({ kills, seed, lanes, onReport: progress })
const flawed = reports.filter(({ violations }) => violations.length > 0)
const rows = toRows(reports)
const ended = reports.reduce((total, report) => total + report.kills.length, 0)
if (values.json) console.log(JSON.stringify({ kills: ended, seed, rows, flawed: flawed.map(summary) }, null, 2))
else console.log(toTable(rows))
for (const report of flawed) console.error(`✗ ${JSON.stringify(summary(report), null, 2)}`)
console.error(
  `${flawed.length === 0 ? '✓' : '✗'} ${ended} kills, ${flawed.length} folders with a violation, seed ${seed}`,
)
process.exitCode = flawed.length === 0 ? 0 : 1

function progress({ violations }: Report, killed: number): void {
  if (violations.length > 0) console.error(`✗ ${violations[0]}`)
  if (killed - told < EVERY) return
  told = killed
  console.error(`  ${killed} of ${kills} kills in ${Math.round((performance.now() - start) / 1000)} s`)
}

function summary({ scenario, kills: met, violations, root }: Report) {
  return { scenario, kills: met.length, violations, root }
}

function toCount(name: 'kills' | 'seed' | 'lanes'): number {
  const count = Number(values[name])
  if (Number.isSafeInteger(count) && count >= 0) return count
  console.error(`--${name} takes a whole number.`)
  process.exit(1)
}
