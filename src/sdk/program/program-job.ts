import { branchPhase } from './branch-phase.ts'
import { child } from './child.ts'
import { gate } from './gate.ts'
import { phase } from './phase.ts'
import type { BranchPhase, PhaseWork } from './phase-work.ts'
import type { ProgramJob } from './program.ts'
import { revise } from './revise.ts'
import type { Run } from './run.ts'
import { runTool } from './run-tool.ts'
import { step, stepOnce } from './step.ts'

/** The verbs of one run. */
export function programJob(run: Run): ProgramJob {
  const { job, context } = run
  return {
    id: job.id,
    read: async () => (await context.store.get('jobs', job.id))?.row ?? job,
    step: (name, work, { once = false } = {}) => (once ? stepOnce(run, name, work) : step(run, name, work)),
    // The answers that can come are known by the options alone, which the verb itself does not look at.
    gate: ((given, options = {}) => gate(run, given, options)) as ProgramJob['gate'],
    run: (call, action, options = {}) => runTool(run, call, { options, action }),
    revise: (checkpoint, next) => revise(run, checkpoint, next),
    child: (agent, options) => child(run, agent, options),
    phase: ((given: string | BranchPhase, work: PhaseWork) =>
      typeof given === 'string'
        ? phase(run, given, work as () => Promise<unknown>)
        : branchPhase(run, given, work)) as ProgramJob['phase'],
  }
}
