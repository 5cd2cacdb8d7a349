import { GATE_OPTIONS } from '../gate-options.ts'
import { RUN_OPTIONS } from '../gated-job.ts'
import { type Known, refuseUnknownOptions } from '../known-options.ts'
import { branchPhase } from './branch-phase.ts'
import { child } from './child.ts'
import { gate } from './gate.ts'
import { phase } from './phase.ts'
import type { BranchPhase, PhaseWork } from './phase-work.ts'
import type { ChildOptions, ProgramJob, StepOptions } from './program.ts'
import { revise } from './revise.ts'
import type { Run } from './run.ts'
import { runTool } from './run-tool.ts'
import { step, stepOnce } from './step.ts'

const STEP_OPTIONS: Known<StepOptions> = { once: true }

const CHILD_OPTIONS: Known<ChildOptions<never, unknown>> = {
  program: true,
  policy: true,
  title: true,
  name: true,
  input: true,
}

/** What tells a call of a program from others. */
const NAMED = { name: true } as const

/** The verbs of one run. */
export function programJob(run: Run): ProgramJob {
  const { job, context } = run
  return {
    id: job.id,
    read: async () => (await context.store.get('jobs', job.id))?.row ?? job,
    step: async (name, work, options = {}) => {
      const { once = false } = known(options, STEP_OPTIONS, 'step')
      return once ? stepOnce(run, name, work) : step(run, name, work)
    },
    // The answers that can come are known by the options alone, which the verb itself does not look at.
    gate: (async (given, options = {}) =>
      gate(run, given, known(options, { ...GATE_OPTIONS, ...NAMED }, 'gate'))) as ProgramJob['gate'],
    run: async (call, action, options = {}) =>
      runTool(run, call, { options: known(options, { ...RUN_OPTIONS, ...NAMED }, 'run'), action }),
    revise: (checkpoint, next) => revise(run, checkpoint, next),
    child: async (agent, options) => child(run, agent, known(options, CHILD_OPTIONS, 'child')),
    phase: ((given: string | BranchPhase, work: PhaseWork) =>
      typeof given === 'string'
        ? phase(run, given, work as () => Promise<unknown>)
        : branchPhase(run, given, work)) as ProgramJob['phase'],
  }
}

/** The same options, once each of them is known. */
function known<Options extends object>(options: Options, names: Readonly<Record<string, true>>, to: string): Options {
  refuseUnknownOptions(options, names, to)
  return options
}
