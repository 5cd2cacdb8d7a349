import type { Actor } from '../../model/actor.ts'
import type { Documents } from '../../model/document.ts'
import { AppError } from '../../model/errors.ts'
import type { Gate } from '../../model/gate.ts'
import type { JobId, TenantId } from '../../model/ids.ts'
import type { OfferedRound, Phase, Pull } from '../../model/pull.ts'
import { branchName } from '../../review/branch-name.ts'
import { eventMaker } from '../event-maker.ts'
import { type JobState, loadJob, noSuch, refuseHalted, refuseIdle } from '../job-state.ts'
import { refuseFenced } from '../refuse-fenced.ts'
import { refuseSecrets } from '../refuse-secrets.ts'
import type { Verb } from '../verb.ts'
import { pullIdOf, refuseOtherGates } from './pull-state.ts'
import { refuseUnfitWords, shortened } from './pull-words.ts'

/** The agent offers the work of a phase. */
export interface OpenPull {
  readonly tenant: TenantId
  readonly job: JobId
  readonly by: Actor
  readonly phase: Phase
  /** How often this phase was entered, this time included. */
  readonly entry: number
  readonly title: string
  readonly description: string
  /** The questions that have to be answered before it is merged. */
  readonly gates: readonly Gate[]
  readonly round: OfferedRound
  /** The run that drives the job; absent where nobody else can. */
  readonly driver?: string
}

interface State {
  readonly job: JobState
  readonly known: Pull | undefined
  /** The pull request of the entry before. */
  readonly before: Pull | undefined
  readonly documents: Documents | undefined
}

export const openPull: Verb<OpenPull, State, Pull> = {
  load: async (read, { job: id, phase, entry }, policies) => {
    const pullAt = (number: number) => read.get('pulls', pullIdOf(id, branchName({ ...phase, entry: number })))
    return {
      job: await loadJob(read, id, policies),
      known: await pullAt(entry),
      before: entry === 1 ? undefined : await pullAt(entry - 1),
      documents: await read.get('documents', id),
    }
  },
  decide: ({ job, known, before, documents }, input, now) => {
    if (job.job.tenant !== input.tenant) throw noSuch('job', input.job)
    // After a crash the agent offers the same again; it was heard the first time.
    if (known?.status === 'open' && known.head === input.round.head) return { events: [], effects: [], result: known }
    refuseUnfit(job, input)
    const branch = branchName({ ...input.phase, entry: input.entry })
    refuseKnown({ known, before }, branch, input.entry)
    const at = now.toISOString()
    const { phase, entry, title, gates, round } = input
    const description = shortened(input.description)
    const id = pullIdOf(input.job, branch)
    const { base, head, tree } = round
    const { tenant, agent } = job.job
    const pull: Pull = {
      ...{
        id,
        tenant,
        job: input.job,
        agent,
        phase,
        entry,
        branch,
        title,
        description,
        status: 'open',
        offered: isLookedAt(job),
        gates,
      },
      ...{
        round: 1,
        base,
        head,
        tree,
        checkpoint: null,
        asked_before: [],
        landing: null,
        merge: null,
        commit: null,
        blocking: [],
        unanswered: [],
        pushed_by: giversOn(branch, documents),
      },
      ...{ opened_at: at, ended_at: null },
    }
    const first = { ...round, pull: id, number: 1, by: input.by, at, returned: [] }
    const event = eventMaker({ tenant, actor: input.by, now, job: input.job })
    return { events: [event('pull_opened', { pull, round: first })], effects: [], result: pull }
  },
}

/** Whose documents were put on the branch before it was offered; they have a part in what is reviewed. */
function giversOn(branch: string, documents: Documents | undefined): Pull['pushed_by'] {
  const here = (documents?.sent ?? []).filter((one) => one.branch === branch)
  return [...new Set(here.map(({ by }) => by))]
}

/** A phase has one pull request at a time. */
function refuseKnown({ known, before }: Pick<State, 'known' | 'before'>, branch: string, entry: number): void {
  if (known)
    throw new AppError('pull_known', [], { message: `There is a pull request of ${branch} already: ${known.id}.` })
  if (entry === 1 || (before !== undefined && before.status !== 'open')) return
  throw new AppError('pull_known', [], { message: `${branch} comes after the phase before it was merged or closed.` })
}

/** Whether a person looks at any phase of the job; otherwise there is nobody to offer it to. */
function isLookedAt({ policy: { policy } }: JobState): boolean {
  const { every_n_phases, milestones = [], confidence_below } = policy.custom_stops
  const custom = every_n_phases !== undefined || milestones.length > 0 || confidence_below !== undefined
  return custom || Object.values(policy.phase_stops).some((stop) => stop)
}

function refuseUnfit(job: JobState, { title, description, gates, driver, phase }: OpenPull): void {
  refuseFenced(job.job, driver)
  refuseIdle(job.job)
  refuseHalted(job)
  refuseUnfitWords({ title, description })
  refuseSecrets({ title, description, gates }, '')
  refuseOtherGates(phase, gates)
}
