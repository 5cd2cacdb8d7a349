import { gateIn } from '../../config/gate-in.ts'
import type { MergeOutcome } from '../../engine/ports.ts'
import { closePull } from '../../engine/pull/close-pull.ts'
import { pullIdOf, unresolved } from '../../engine/pull/pull-state.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError, type ErrorCode } from '../../model/errors.ts'
import type { GateInput } from '../../model/gate.ts'
import type { CheckpointId, PullId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { takeUpDocuments } from '../document/take-up-documents.ts'
import { PATIENT_MS } from '../forge/hand.ts'
import { FOR_WORK, type GateOptions } from '../gate-options.ts'
import type { Passage } from '../passage.ts'
import { type Entered, enterPhase } from '../pull/enter-phase.ts'
import { type Feedback, feedbackText, readFeedback } from '../pull/feedback.ts'
import { mergePull } from '../pull/merge-pull.ts'
import { offerRound } from '../pull/offer-round.ts'
import { branchFiles } from './branch-files.ts'
import { gate } from './gate.ts'
import { beginning, orLater } from './or-later.ts'
import { phase } from './phase.ts'
import type { BranchPhase, PhaseEnd, PhaseReport, PhaseWork } from './phase-work.ts'
import { revise } from './revise.ts'
import type { Run } from './run.ts'
import { step } from './step.ts'

/** Does the work of a phase on a branch, offers it, and comes back when it is merged or given up. */
export function branchPhase(run: Run, given: BranchPhase, work: PhaseWork): Promise<PhaseEnd> {
  const { number, type } = given
  return phase(run, `phase-${number}-${type}`, async () => {
    await beginning(run)
    const entered = await step(run, 'enter', () =>
      enterPhase(run.context, run.job, { phase: { number, type }, tools: run.tools }),
    )
    return new Rounds(run, given, { entered, work }).run()
  })
}

interface Asked {
  readonly pull: Pick<Pull, 'id' | 'head' | 'base' | 'tree'>
  readonly back: SentBack | null
  readonly report: PhaseReport
}

/** What a person wants changed, and how many revisions the agent has brought of it. */
interface SentBack {
  readonly checkpoint: CheckpointId
  readonly remarks: Feedback['remarks']
  readonly revisions: number
}

const PUSHED = 'Somebody has pushed to the branch.'

/** Why a merge was not made that another round can mend. */
const AGAIN: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['not_approved', 'unresolved_threads', 'head_moved'])

/** The rounds of one phase, each made of recorded calls. */
class Rounds {
  readonly #run: Run
  readonly #given: BranchPhase
  readonly #entered: Entered
  readonly #work: PhaseWork

  constructor(
    run: Run,
    given: BranchPhase,
    { entered, work }: { readonly entered: Entered; readonly work: PhaseWork },
  ) {
    this.#run = run
    this.#given = given
    this.#entered = entered
    this.#work = work
  }

  async run(): Promise<PhaseEnd> {
    let feedback: Feedback | null = null
    let back: SentBack | null = null
    for (;;) {
      const report = await this.#do(feedback)
      const pull = await this.#offer(report)
      if ('conflict' in pull) {
        feedback = await this.#catchUp(pull.conflict)
        continue
      }
      // Somebody may have pushed since; that is recorded, so that the program goes the same way whenever it runs again.
      const isNewest = await step(this.#run, 'look', () => this.#isNewest(pull))
      const passage: Passage | 'pushed' = isNewest ? await this.#ask({ pull, back, report }) : 'pushed'
      if (passage === 'pushed') {
        // What was wanted before is still to be answered, with the round that takes the push up.
        feedback = await this.#listen(pull, { text: PUSHED, remarks: back?.remarks ?? [] })
        continue
      }
      if (passage.outcome === 'sent_back') {
        back = sentBack(passage, back)
        feedback = await this.#listen(pull, { text: passage.reason, remarks: passage.remarks })
        continue
      }
      if (!passage.go) return this.#giveUp(pull.id, passage)
      await this.#waitForThreads(pull.id)
      const merged = await step(this.#run, 'merge', await this.#merging(pull.id))
      if ('commit' in merged) {
        const by = passage.outcome === 'approved' ? passage.by : null
        return { outcome: 'merged', pull: pull.id, commit: merged.commit, by }
      }
      // Whoever approved saw another base, so it is offered and reviewed again.
      back = null
      feedback = await this.#catchUp(merged.reason)
    }
  }

  /** One round of work; what it wrote is committed step by step, and the rest at its end. */
  #do(feedback: Feedback | null): Promise<PhaseReport> {
    return phase(this.#run, 'round', async () => {
      const workspace = branchFiles(this.#run, this.#entered)
      const report = (await this.#work(workspace.files, feedback)) ?? {}
      refuseUnanswered(this.#run, feedback, report)
      await step(this.#run, 'commit', () => workspace.staging.commit(this.#title(report)))
      return report
    })
  }

  /** Where `main` has changed the same lines meanwhile there is nothing to look at yet: that is settled on the branch first. */
  #offer(report: PhaseReport): Promise<Asked['pull'] | { readonly conflict: string }> {
    return step(this.#run, 'offer', async () => {
      await takeUpDocuments(this.#run.context, this.#run.job, this.#entered.branch)
      const { description = '', answers = [] } = report
      const gates = this.#gates(report).map((given) => gateIn(this.#run.context.workplace, given))
      const offer = { ...this.#entered, title: this.#title(report), description, gates, answers }
      try {
        const { id, head, base, tree } = await offerRound(this.#run.context, this.#run.mine, offer)
        return { id, head, base, tree }
      } catch (error) {
        if (error instanceof AppError && error.code === 'merge_conflict') return { conflict: error.message }
        throw error
      }
    })
  }

  /** A push between the look and the question is another round: what was asked is not what stands there by now. */
  async #ask(asked: Asked): Promise<Passage | 'pushed'> {
    try {
      return await this.#askAll(asked)
    } catch (error) {
      if (error instanceof AppError && error.code === 'head_moved') return 'pushed'
      throw error
    }
  }

  /** Every question in turn; a person who looked at it has answered all of them. */
  async #askAll({ pull, back, report }: Asked): Promise<Passage> {
    const around = { target: pull.id, base_commit: pull.base, tree: pull.tree, deliverable: { head: pull.head } }
    const [first, ...others] = this.#gates(report)
    if (first === undefined) throw new Error('A phase ends with a question.')
    if (back !== null) {
      const of = { head: pull.head, revision: back.revisions + 1 }
      return revise(this.#run, back.checkpoint, { gate: first, around, answers: report.remarks ?? [], of })
    }
    const asked = { around, pull: pull.id, title: this.#title(report) }
    let passage = await this.#gate(first, pull, asked)
    for (const next of others) {
      if (passage.outcome !== 'allowed') return passage
      passage = await this.#gate(next, pull, asked)
    }
    return passage
  }

  /** Known by its commit and base, so that a question that came too late is not taken for the one after it. */
  #gate(given: GateInput, { head, base }: Asked['pull'], asked: Pick<GateOptions, 'around' | 'pull' | 'title'>) {
    const name = `${given.kind} ${head.slice(0, 12)} on ${base.slice(0, 12)}`
    return gate(this.#run, given, { ...asked, name, answers: [...FOR_WORK, 'request_changes'] })
  }

  /** The end of a job is asked about first: whoever approves that has seen the phase as well. */
  #gates({ confidence, milestones }: PhaseReport): readonly GateInput[] {
    const { number, type, final = false } = this.#given
    const evidence = {
      ...(confidence !== undefined && { confidence }),
      ...(milestones && { milestones: [...milestones] }),
    }
    const end: GateInput = { kind: 'phase', phase: type, number, ...evidence }
    return final ? [{ kind: 'completion' }, end] : [end]
  }

  async #listen({ id, head }: Asked['pull'], said: Pick<Feedback, 'text' | 'remarks'>): Promise<Feedback> {
    return step(this.#run, 'listen', async () => {
      await takeUpDocuments(this.#run.context, this.#run.job, this.#entered.branch)
      const feedback = await readFeedback(this.#run.context, { ...said, pull: id, since: head })
      await this.#write(feedback)
      return feedback
    })
  }

  async #catchUp(text: string): Promise<Feedback> {
    return step(this.#run, 'catch up', async () => {
      const { context, job, by } = this.#run
      const id = pullIdOf(job.id, this.#entered.branch)
      const since = (await context.workspaces.head(job.id, this.#entered.branch)) ?? ''
      const { conflicts } = await context.workspaces.catchUp(job.id, this.#entered.branch, {
        by,
        at: context.store.now(),
      })
      const feedback = {
        ...(await readFeedback(context, { pull: id, since, text, remarks: [] })),
        conflicts,
        commits: [],
      }
      if (conflicts.length > 0) await this.#write(feedback)
      return feedback
    })
  }

  async #write(feedback: Feedback): Promise<void> {
    const { staging } = branchFiles(this.#run, this.#entered)
    staging.write('feedback.md', feedbackText(feedback))
    await staging.commit('Take down the review')
  }

  /** Blocking threads are for people to resolve. Until then the program is left, as at any hold. */
  async #waitForThreads(id: PullId): Promise<void> {
    const pull = (await this.#run.context.store.get('pulls', id))?.row
    if (pull?.status === 'open' && pull.blocking.length > 0 && !(await this.#isTakenBack(pull))) {
      throw this.#run.leave(new AppError('held', [], { message: unresolved(pull).message }))
    }
  }

  /** Somebody wants it changed after all, so that it is the agent's turn, and not the people's. */
  async #isTakenBack({ checkpoint, merge }: Pull): Promise<boolean> {
    const asked = checkpoint === null ? undefined : (await this.#run.context.store.get('checkpoints', checkpoint))?.row
    return merge === null && asked?.status === 'approved' && asked.spent_at !== null
  }

  /** Where a forge keeps `main`, it is asked for the merge before that is recorded: one that is away is no failure of the job. */
  async #merging(id: PullId): Promise<() => Promise<MergeOutcome>> {
    if (this.#run.context.forge === undefined) return () => this.#merge(id)
    try {
      const outcome = await orLater(this.#run, () => this.#merge(id))
      return async () => outcome
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'held') throw error
      // What is really wrong is recorded, so that the program is told the same whenever it runs again.
      return () => Promise.reject(error)
    }
  }

  async #isNewest({ id, head }: Asked['pull']): Promise<boolean> {
    return (await this.#run.context.store.get('pulls', id))?.row.head === head
  }

  /** What can't be merged as it was approved is offered and asked about again; nothing of it is a failure of the job. */
  async #merge(pull: PullId): Promise<MergeOutcome> {
    try {
      return await mergePull(this.#run.context, { pull, by: this.#run.by, patienceMs: PATIENT_MS })
    } catch (error) {
      if (error instanceof AppError && AGAIN.has(error.code)) return { refused: 'head_moved', reason: error.message }
      throw error
    }
  }

  async #giveUp(pull: PullId, passage: Passage): Promise<PhaseEnd> {
    const reason = 'reason' in passage ? (passage.reason ?? '') : ''
    await step(this.#run, 'close', async () => {
      const { job, by } = this.#run.mine
      await runCommand(this.#run.context, closePull, { pull, job, by, reason })
      await this.#run.context.workspaces.retire(job, this.#entered.branch)
    })
    return { outcome: passage.outcome as 'rejected', pull, reason }
  }

  #title(report: PhaseReport): string {
    return report.title ?? this.#given.title ?? this.#entered.branch
  }
}

function sentBack(
  { checkpoint, remarks }: Pick<SentBack, 'checkpoint' | 'remarks'>,
  before: SentBack | null,
): SentBack {
  return { checkpoint, remarks, revisions: before?.checkpoint === checkpoint ? before.revisions + 1 : 0 }
}

/** Nothing of the round counts before every thread has its answer; the program can be mended and run again. */
function refuseUnanswered(run: Run, feedback: Feedback | null, { answers = [], remarks = [] }: PhaseReport): void {
  if (feedback === null) return
  const missing = [
    ...feedback.unanswered.filter((id) => !answers.some(({ thread }) => thread === id)),
    ...feedback.remarks
      .filter(({ number }) => !remarks.some((given) => given.number === number))
      .map(({ number }) => `remark ${number}`),
  ]
  if (missing.length === 0) return
  throw run.leave(new AppError('unanswered_remarks', [], { message: `These need an answer: ${missing.join(', ')}.` }))
}
