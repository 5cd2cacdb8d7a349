import type { Leeway } from '../../src/index.ts'
import type { PullId } from '../../src/model/ids.ts'
import type { BranchPhase, PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { ServedHouse } from '../../src/testing/served-house.ts'

/** The plan of the first round. */
const PLAN = `# Retry the webhooks

We send each message again when the receiver is away.

## Steps

1. Read the queue
2. Send each message
3. Wait a second between tries
4. Give up after nine tries

The queue is kept in memory.
`

/** What somebody wants of the work of a phase, and how it answers. */
export interface Scene {
  readonly leeway: Leeway
  readonly pull: PullId
  readonly job: string
  /** Lets the agent go on, as its process would. */
  resume(): Promise<unknown>
}

/** A job at `guided` whose plan is held: each round takes up what people said, and answers every thread. */
export async function aHeldPlan(
  house: Pick<ServedHouse, 'open' | 'desk'>,
  work: PhaseWork = plan,
  phase: Partial<BranchPhase> = {},
): Promise<Scene> {
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'Retry the webhooks', ...phase }, work),
  )
  const run = await leeway.start(program, { key: 'a', input: null })
  const [pull] = (await house.desk.pulls.list()).rows
  if (pull === undefined) throw new Error('There is no pull request.')
  return { leeway, pull: pull.id, job: run.job, resume: () => leeway.resume(run.job) }
}

/** Writes the plan; later rounds mend what was asked for. */
const plan: PhaseWork = async (workspace, feedback) => {
  if (feedback?.verdict === 'approved') {
    const thanks = { did: 'declined', text: 'Thank you.' } as const
    return {
      answers: feedback.unanswered.map((thread) => ({ thread, ...thanks })),
      remarks: feedback.remarks.map(({ number }) => ({ number, ...thanks })),
    }
  }
  const isAgain = feedback !== null
  await workspace.step('write the plan', async (files) => {
    const before = (await files.read('plan.md')) ?? PLAN
    files.write(
      'plan.md',
      isAgain ? before.replace('Wait a second between tries', 'Wait twice as long each time') : PLAN,
    )
    if (!isAgain) files.write('src/send.ts', 'export function send() {\n  return fetch(url)\n}\n')
    if (isAgain) files.write('src/back-off.ts', 'export const LONGEST = 60_000\n')
  })
  return {
    description: 'Each message is sent again until the receiver takes it.',
    answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'fixed', text: 'The wait doubles now.' })),
    remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done as you said.' })),
  }
}
