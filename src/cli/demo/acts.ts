import * as z from 'zod'
import type { openLeeway } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import type { Review } from '../../model/review.ts'

type Job = Awaited<ReturnType<Awaited<ReturnType<typeof openLeeway>>['job']>>

/** One thing that the scripted agent does, until it is answered. */
export interface Act {
  /** Names it among the others, also to a server that was started again. */
  readonly name: string
  readonly title: string
  readonly story: string
  readonly agent: string
  readonly policy: string | Readonly<Record<string, unknown>>
  /** Asks, waits, and tells what came of it. Every question has a key, so that it is picked up again where it was left. */
  readonly play: (job: Job) => Promise<string>
  /** What is answered, hold by hold, where nobody sits at the terminal. */
  readonly script: readonly Review[]
}

const CLEAR = z.object({ city: z.string() })
const APPROVE: Review = { answer: 'approve' }

/** Gates of every kind, from all five of the designs that Leeway unites. */
export const ACTS: readonly Act[] = [
  {
    name: 'deliverable',
    title: 'A worker hands in its work',
    story: 'A writer has finished an article. Deliverables are held until somebody has looked.',
    agent: 'writer',
    policy: 'workers/semi_supervised',
    play: handIn,
    script: [{ answer: 'approve', reason: 'reads well' }],
  },
  {
    name: 'phases',
    title: 'A job has made its first plan',
    story:
      'A researcher plans in phases. Under jobs/partial the first plan waits and the work after it does not; its end waits again.',
    agent: 'researcher',
    policy: 'jobs/partial',
    play: async (job) => {
      const around = { deliverable: { plan: ['read the sources', 'compare them', 'write two pages'] } }
      const plan = await job.gate({ kind: 'phase', phase: 'strategic', number: 1 }, { key: 'plan', around })
      if (!plan.go) return told(plan)
      const work = await job.gate({ kind: 'phase', phase: 'tactical', number: 2 }, { key: 'work' })
      const result = { deliverable: { pages: 2, finding: 'Two of the three agree.' } }
      const end = await job.gate({ kind: 'completion' }, { key: 'end', around: result })
      return `The plan: ${told(plan)} The work: ${told(work)} The end: ${told(end)}`
    },
    script: [APPROVE, APPROVE],
  },
  {
    name: 'step',
    title: 'A step warns',
    story: 'A run asks before it begins to build. It collects small issues by itself; this one is not small.',
    agent: 'debugger',
    policy: { preset: 'runs/guarded', require_approval_for: ['build'] },
    play: async (job) => {
      const begin = await job.gate({ kind: 'phase_start', phase: 'build' }, { key: 'begin' })
      if (!begin.go) return told(begin)
      const warnings = [{ text: 'the migration drops a column that is still read', severity: 'high' as const }]
      return told(await job.gate({ kind: 'step', phase: 'build', status: 'warning', warnings }, { key: 'build' }))
    },
    script: [APPROVE, { answer: 'reject', reason: 'keep the column until nobody reads it' }],
  },
  {
    name: 'tool',
    title: 'A tool is about to be called',
    story:
      'The agent calls send_mail through a guarded function: nothing runs before a person has seen exactly these bytes.',
    agent: 'mailer',
    policy: 'threads/end_to_end',
    play: async (job) => {
      const send = job.guard('send_mail', ({ to }: { to: string; text: string }) => `mail sent to ${to}`)
      const mail = { to: 'everybody@example.org', text: 'The tide is at nine.' }
      return `It ran, once: ${await send(mail, { key: 'mail' })}.`
    },
    script: [{ answer: 'edit', args: { to: 'ann@example.org', text: 'The tide is at nine.' } }],
  },
  {
    name: 'thread',
    title: 'The agent does not know, and asks',
    story:
      'It is not sure what was meant, and takes an answer in a form that it names. Then it proposes what to look at, and what to do.',
    agent: 'planner',
    policy: 'threads/plan_then_review',
    play: planTrip,
    script: [{ answer: 'respond', value: { city: 'Hamburg' } }, APPROVE, APPROVE],
  },
  {
    name: 'frames',
    title: 'Other work wants a frame of its own',
    story: 'Heuristics see that the goal has changed. Under frames/suggest the agent proposes and you decide.',
    agent: 'coder',
    policy: 'frames/suggest',
    play: changeFrames,
    script: [APPROVE, APPROVE],
  },
  {
    name: 'denied',
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
    script: [],
  },
]

/** Work that is sent back comes again, with an answer to every remark. */
async function handIn(job: Job): Promise<string> {
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  const article = { file: 'tides.md', text: 'Twice a day the sea comes back.' }
  const passage = await job.gate(gate, {
    key: 'article',
    title: 'I am very sure that this is perfect.',
    around: { deliverable: article },
    answers: ['approve', 'request_changes', 'reject', 'comment'],
  })
  if (passage.outcome !== 'sent_back') return told(passage)
  const answers = passage.remarks.map(({ number }) => ({ number, did: 'fixed' as const, text: 'I wrote it anew.' }))
  const next = { ...article, text: `${article.text}\n\nWritten anew, because somebody said: ${passage.reason}` }
  const again = await job.revise(passage.checkpoint, { gate, around: { deliverable: next }, answers })
  return `Sent back, and brought again: ${told(again)}`
}

async function planTrip(job: Job): Promise<string> {
  const options = {
    key: 'city',
    answers: ['respond', 'reject'],
    response: CLEAR,
    title: 'Which city do you mean?',
  } as const
  const meant = await job.gate({ kind: 'intent', confidence: 0.3 }, options)
  if (meant.outcome !== 'answered') return told(meant)
  const { city } = meant.value
  const look = { deliverable: { sources: [`the calendar of ${city}`, 'last year’s notes'] } }
  const context = await job.gate({ kind: 'context', confidence: 0.5 }, { key: 'context', around: look })
  if (!context.go) return `It goes on with ${city}. What to look at: ${told(context)}`
  const action = {
    kind: 'standard',
    name: 'write_to_team',
    irreversibility: 'medium',
    regret_potential: 'high',
  } as const
  const act = await job.gate(
    { kind: 'action', confidence: 0.9, action },
    { key: 'action', title: `A meeting in ${city}?` },
  )
  return `It goes on with ${city}. What to look at: ${told(context)} What to do: ${told(act)}`
}

async function changeFrames(job: Job): Promise<string> {
  const push = await job.gate(
    {
      kind: 'push',
      signals: {
        currentGoal: 'write the parser',
        potentialGoal: 'repair the broken build',
        recentMessages: 24,
        recentFileChanges: ['ci.yml', 'build.ts', 'lock', 'setup.ts', 'image', 'cache.ts'],
        errorCount: 4,
        tokenCount: 60_000,
      },
    },
    { key: 'push' },
  )
  if (!push.go) return told(push)
  const signals = {
    frameTitle: 'repair the broken build',
    frameSuccessCriteria: 'the build is green',
    successSignals: ['the build is green', 'all tests pass', 'done', 'fixed', 'works'],
    frameArtifacts: ['ci.yml', 'build.ts', 'lock', 'setup.ts'],
    goalKeywords: ['build', 'green'],
    noProgressTurns: 8,
    tokenCount: 90_000,
    contextLimit: 100_000,
  }
  return `A frame for it: ${told(push)} Back again: ${told(await job.gate({ kind: 'pop', signals }, { key: 'pop' }))}`
}

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
