import type { openLeeway, PhaseWork } from '../../compose.ts'
import { BASE, CHANGE, PLAN } from './pull-files.ts'

type Leeway = Awaited<ReturnType<typeof openLeeway>>
type Feedback = NonNullable<Parameters<PhaseWork>[1]>

/** What the job of the pull request is called, and what it shows. */
export const PULL_ACT = {
  name: 'pull',
  title: 'A phase ends in a pull request',
  story:
    'A builder has planned a change and made it, on a branch. Under jobs/guided every plan is reviewed: comment on its lines, ask for changes and see the next round, or approve and it is merged. It takes its time over a review, so that you can push to its branch meanwhile.',
  agent: 'builder',
  policy: 'jobs/guided',
} as const

/** What became of a job, once it has; undefined where it had ended before. */
type Ending = { readonly ended: Promise<string> } | undefined

/** What takes the builder a while: it is told for which job, and the builder works on when it is over. */
export type AtWork = (job: string) => Promise<void>

/** Teaches an agent the program of the pull request. What it gives starts a job under a key, or goes on with it. */
export function pullAct(leeway: Leeway, atWork: AtWork): (key: string) => Promise<Ending> {
  let begun = Promise.withResolvers<boolean>()
  const { title, story, agent, policy } = PULL_ACT
  const program = leeway.program({ name: 'demo-pull', version: '2' }, async (job) => {
    begun.resolve(true)
    await job.phase({ number: 1, type: 'tactical', title: 'What is there' }, async ({ step }) => {
      await step('Write what is there', (files) => files.write('src/tides.ts', BASE))
      return undefined
    })
    const phase = { number: 2, type: 'strategic', title: 'Warn before high water' } as const
    const end = await job.phase(
      phase,
      planAndChange(() => atWork(job.id)),
    )
    return end.outcome === 'merged' ? `merged, approved by ${end.by}.` : `not merged: ${end.reason}`
  })
  return async (key) => {
    begun = Promise.withResolvers()
    const options = { agent, policy, title: `Demo: ${title}`, input: { demo: true, story }, key } as const
    const running = leeway.start(program, { ...options, onHold: 'wait' })
    // A program is not run again once its job has ended.
    const isOpen = await Promise.race([begun.promise, running.then(() => false)])
    return isOpen ? { ended: running.then((run) => (run.status === 'completed' ? run.result : run.reason)) } : undefined
  }
}

/** Plans and makes the change; each later round takes up what people said and answers every thread. */
function planAndChange(atWork: () => Promise<void>): PhaseWork {
  return async (workspace, feedback) => {
    // What was approved is merged as it is, so that a comment on it is only answered.
    if (feedback?.verdict === 'approved') return { description: WHY, ...answersTo(feedback, NOTED) }
    // A step, so that it takes its time once, and not again whenever the program is gone on with.
    if (feedback?.verdict === 'changes_requested') await workspace.step('Read the review', atWork)
    await workspace.step(feedback === null ? 'Plan it and make it' : 'Take up the review', async (files) => {
      const plan = (await files.read('plan.md')) ?? PLAN
      files.write('plan.md', feedback === null ? plan : withReview(plan, feedback))
      if (feedback === null) files.write('src/tides.ts', CHANGE)
    })
    return {
      description: WHY,
      ...answersTo(feedback, FIXED),
    }
  }
}

const WHY = 'Whoever lives at the harbour hears of high water an hour before. The tides come from the table we have.'
const FIXED = { did: 'fixed', text: 'The plan has it now, under “What the review said”.' } as const
const NOTED = { did: 'declined', text: 'You approved it as it stands, so I leave it. I keep it in mind.' } as const

function answersTo(feedback: Feedback | null, answer: typeof FIXED | typeof NOTED) {
  return {
    answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...answer })),
    remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, ...answer })),
  }
}

const SAID = '## What the review said'

function withReview(plan: string, { text, threads, unanswered, rejected }: Feedback): string {
  const open = threads.filter(({ id }) => unanswered.includes(id))
  const said = [
    // Where there are threads, the words only say how many.
    ...(text.trim() === '' || open.length > 0 ? [] : [text]),
    ...open.map(({ anchor, messages }) => `${anchor === null ? '' : `${anchor.path}: `}${messages.at(-1)?.text ?? ''}`),
    ...rejected.map(({ path, reason }) => `${path} is not wanted as it is: ${reason}`),
  ]
  const head = plan.includes(SAID) ? plan : `${plan}\n${SAID}\n\n`
  return `${head}${said.map((words) => `- ${words.replaceAll(/\s+/g, ' ').trim()}\n`).join('')}`
}
