import type { PhaseWork } from '../sdk/program/phase-work.ts'

/** The phase of a plan. */
export const PLAN = { number: 1, type: 'strategic', title: 'The plan' } as const

/** Writes a plan, another one when people want it changed, and answers everything that they said. */
export function planWork(first: string, changed = 'one\nTWO\nthree\n'): PhaseWork {
  return async (workspace, feedback) => {
    await workspace.step('write', (files) => files.write('plan.md', feedback === null ? first : changed))
    return {
      description: 'We know what to do.',
      answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'fixed', text: 'Done.' })),
      remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' })),
    }
  }
}

/** The plan that most tests are about. */
export const plan = planWork('one\ntwo\nthree\n')
