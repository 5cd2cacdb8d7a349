import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { CaseReporter } from './scripts/properties/case-reporter.ts'
import { PROPERTY_RUNS } from './scripts/properties/runs.ts'
import { SlowestFirst } from './scripts/slowest-first.ts'

const runs = Number(process.env[PROPERTY_RUNS] ?? 0)

/** Tests sit beside the code; `test/` holds what crosses folders. `npm run properties` asks for more cases. */
export default defineConfig({
  test: {
    include: ['{src,cockpit,test,scripts}/**/*.test.ts'],
    exclude: ['bench/**', '**/node_modules/**', '**/dist/**', '.stryker-tmp/**'],
    pool: 'threads',
    // The code keeps no state between calls, so the modules are loaded once for all files.
    isolate: false,
    // The default leaves a core to others. Most tests wait for git, the disk or a browser, so that one more than there are cores is busy.
    maxWorkers: Math.max(3, availableParallelism()),
    sequence: { sequencer: SlowestFirst },
    testTimeout: runs > 0 ? 0 : 30_000,
    hookTimeout: 30_000,
    // What is polled for comes when it comes; a second is short for a browser beside seven other tests.
    expect: { poll: { timeout: 10_000 } },
    ...(runs > 0 ? { reporters: ['default', new CaseReporter()] } : {}),
    provide: { propertyRuns: runs },
    globalSetup: ['./scripts/around-tests.ts'],
    setupFiles: ['./scripts/properties/setup.ts'],
  },
})
