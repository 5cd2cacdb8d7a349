import { parseArgs } from 'node:util'
import { runCampaign } from '../test/crash/campaign.ts'
import { toRows, toTable } from '../test/crash/crash-table.ts'
import type { Report } from '../test/crash/lane.ts'

const HELP = `npm run crash -- [--kills 5000] [--seed 1] [--lanes 2] [--json]

Ends real processes with SIGKILL at every crash point, singly, in pairs and at random moments, and looks at what they left.
A hundred kills take less than a minute, five thousand some forty. Ends with 1 when anything was lost or done twice.

  --kills  how many processes are ended at least (100)
  --seed   the same seed plays the same scenarios (another each time)
  --lanes  how many folders are worked in at once (2)
  --json   the result as JSON; progress goes to standard error`

const values = readOptions()
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

function readOptions() {
  try {
    const { values: given } = parseArgs({
      options: {
        kills: { type: 'string', default: '100' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        lanes: { type: 'string', default: '2' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    })
    if (!given.help) return given
    console.log(HELP)
    process.exit(0)
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${HELP}`)
    process.exit(2)
  }
}

function toCount(name: 'kills' | 'seed' | 'lanes'): number {
  const count = Number(values[name])
  if (Number.isSafeInteger(count) && count >= (name === 'seed' ? 0 : 1)) return count
  console.error(`--${name} takes a whole number, and not ${values[name]}.`)
  process.exit(2)
}
