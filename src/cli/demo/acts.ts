import * as z from 'zod'
import type { openLeeway } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Review } from '../../model/review.ts'

type Job = Awaited<ReturnType<Awaited<ReturnType<typeof openLeeway>>['job']>>

/** One thing that the scripted agent does, until it is answered. */
export interface Act {
  readonly title: string
  readonly story: string
  readonly agent: string
  readonly policy: string | Readonly<Record<string, unknown>>
  /** Asks, waits, and tells what came of it. */
  readonly play: (job: Job) => Promise<string>
  /** What is answered where nobody sits at the terminal; null where nobody is asked. */
  readonly script: Review | null
}

const CLEAR = z.object({ city: z.string() })

/** Gates of every kind, from all five of the designs that Leeway unites. */
export const ACTS: readonly Act[] = [
  {
    title: 'A worker hands in its work',
    story: 'A writer has finished an article. Deliverables are held until somebody has looked.',
    agent: 'writer',
    policy: 'workers/semi_supervised',
    play: async (job) => {
      const around = { deliverable: { file: 'tides.md', text: 'Twice a day the sea comes back.' } }
      const title = 'I am very sure that this is perfect.'
      return told(await job.gate({ kind: 'checkpoint', type: 'deliverable' }, { around, title }))
    },
    script: { answer: 'approve', reason: 'reads well' },
  },
  {
    title: 'A job has made its first plan',
    story: 'A researcher plans in phases. Under jobs/partial the first plan waits; the work after it does not.',
    agent: 'researcher',
    policy: 'jobs/partial',
    play: async (job) => {
      const around = { deliverable: { plan: ['read the sources', 'compare them', 'write two pages'] } }
      const first = told(await job.gate({ kind: 'phase', phase: 'strategic', number: 1 }, { around }))
      const second = told(await job.gate({ kind: 'phase', phase: 'tactical', number: 2 }))
      return `${first} Then, after the first piece of work: ${second}`
    },
    script: { answer: 'approve' },
  },
  {
    title: 'A step warns',
    story: 'A run collects small issues by itself. This one is not small.',
    agent: 'debugger',
    policy: 'runs/guarded',
    play: async (job) => {
      const warnings = [{ text: 'the migration drops a column that is still read', severity: 'high' as const }]
      return told(await job.gate({ kind: 'step', phase: 'build', status: 'warning', warnings }))
    },
    script: { answer: 'reject', reason: 'keep the column until nobody reads it' },
  },
  {
    title: 'A tool is about to be called',
    story:
      'The agent calls send_mail through a guarded function: nothing runs before a person has seen exactly these bytes.',
    agent: 'mailer',
    policy: 'threads/end_to_end',
    play: async (job) => {
      const send = job.guard('send_mail', ({ to }: { to: string; text: string }) => `mail sent to ${to}`)
      return `It ran, once: ${await send({ to: 'everybody@example.org', text: 'The tide is at nine.' })}.`
    },
    script: { answer: 'edit', args: { to: 'ann@example.org', text: 'The tide is at nine.' } },
  },
  {
    title: 'The agent does not know, and asks',
    story: 'It is not sure what was meant. It takes an answer in place of an approval, in a form that it names.',
    agent: 'planner',
    policy: 'threads/plan_then_review',
    play: async (job) => {
      const options = { answers: ['respond', 'reject'], response: CLEAR, title: 'Which city do you mean?' } as const
      const passage = await job.gate({ kind: 'intent', confidence: 0.3 }, options)
      return passage.outcome === 'answered' ? `It goes on with ${passage.value.city}.` : told(passage)
    },
    script: { answer: 'respond', value: { city: 'Hamburg' } },
  },
  {
    title: 'Other work wants a frame of its own',
    story: 'Heuristics see that the goal has changed. Under frames/suggest the agent proposes and you decide.',
    agent: 'coder',
    policy: 'frames/suggest',
    play: async (job) => {
      const signals = {
        currentGoal: 'write the parser',
        potentialGoal: 'repair the broken build',
        recentMessages: 24,
        recentFileChanges: ['ci.yml', 'build.ts', 'lock', 'setup.ts', 'image', 'cache.ts'],
        errorCount: 4,
        tokenCount: 60_000,
      }
      return told(await job.gate({ kind: 'push', signals }))
    },
    script: { answer: 'approve' },
  },
  {
    title: 'What no trust allows',
    story: 'A rule denies one tool. Nobody is asked, and asking again does not help.',
    agent: 'coder',
    policy: {
      preset: 'jobs/full',
      // oxlint-disable-next-line unicorn/no-thenable -- the word of the published policy format
      rules: [{ match: { tool: 'delete_file' }, then: 'deny', because: 'this tool is not for the agent' }],
    },
    play: async (job) => {
      const remove = job.guard('delete_file', () => 'gone')
      await remove({ path: 'notes.md' }).catch(onlyRefusals)
      return refusal(await remove({ path: 'notes.md' }).catch(onlyRefusals))
    },
    script: null,
  },
]

interface Told {
  readonly outcome: string
  readonly go: boolean
  readonly reason?: string | null
  readonly by?: string
}

function told(passage: object): string {
  const { outcome, go, by, reason } = passage as Told
  const who = by === undefined ? '' : ` by ${by}`
  return `${outcome}${who}: it ${go ? 'goes on' : 'does not go on'}${reason ? ` (${reason})` : ''}.`
}

function onlyRefusals(error: unknown): AppError {
  if (error instanceof AppError) return error
  throw error
}

function refusal(result: string | AppError): string {
  return typeof result === 'string' ? result : `refused, twice, with the same reason: ${result.message}`
}
