import { runTool } from './run-tool.ts'

interface Stage {
  readonly name: string
  readonly command: readonly [tool: string, ...args: string[]]
  /** Only the tests print as they go: they take the longest, and their summary ends the run. */
  readonly live?: boolean
}

/** Cheapest first, so that a slip is found in a second. */
const STAGES: readonly Stage[] = [
  { name: 'type check', command: ['tsc', '-p', 'tsconfig.json'] },
  { name: 'cockpit types', command: ['tsc', '-p', 'cockpit/tsconfig.json'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'format', command: ['biome', 'check'] },
  { name: 'boundaries', command: ['node', 'scripts/boundaries.ts'] },
  { name: 'unused code', command: ['knip'] },
  { name: 'cockpit', command: ['node', 'scripts/build-cockpit.ts'] },
  { name: 'package', command: ['node', 'scripts/package-check.ts'] },
  { name: 'tests', command: ['vitest', 'run'], live: true },
]

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} s`

const start = performance.now()
for (const { name, command, live = false } of STAGES) {
  const [tool, ...args] = command
  const stageStart = performance.now()
  if (live) console.log(`▸ ${name}`)

  const { ok, output } = runTool(tool, args, { live })
  if (!ok) {
    console.error(output)
    console.error(`✗ ${name.padEnd(13)} ${seconds(stageStart).padStart(7)}  ${command.join(' ')}`)
    process.exit(1)
  }
  console.log(`✓ ${name.padEnd(13)} ${seconds(stageStart).padStart(7)}`)
}
console.log(`✓ ${STAGES.length} stages in ${seconds(start)}`)
