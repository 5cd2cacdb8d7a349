import { gateIn } from '../../config/gate-in.ts'
import { closePull } from '../../engine/pull/close-pull.ts'
import { pullIdOf } from '../../engine/pull/pull-state.ts'
import { runCommand } from '../../engine/run-command.ts'
import { AppError } from '../../model/errors.ts'
import type { PullId } from '../../model/ids.ts'
import type { Pull, Round } from '../../model/pull.ts'
import { takeUpDocuments } from '../document/take-up-documents.ts'
import { ownOptions } from '../own-options.ts'
import type { Passage } from '../passage.ts'
import { type Entered, enterPhase } from '../pull/enter-phase.ts'
import type { Feedback, Said } from '../pull/feedback.ts'
import { offerRound, roundsOf } from '../pull/offer-round.ts'
import { branchFiles } from './branch-files.ts'
import {
  answerApproved,
  catchUp,
  hearAgain,
  hearOut,
  isPassedOver,
  lastHeard,
  listen,
  PUSHED,
  putBack,
  takeAway,
  takeDown,
} from './hear-people.ts'
import { letGo } from './let-go.ts'
import { mergeRecorded, waitForPeople } from './merge-recorded.ts'
import { beginning } from './or-later.ts'
import { phase } from './phase.ts'
import { type AskedPhase, aroundOf, askPhase, gatesOf, refuseUnfitPhase } from './phase-gates.ts'
import type { BranchPhase, PhaseEnd, PhaseReport, PhaseWork } from './phase-work.ts'
import { refuseStrays, refuseUnanswered } from './refuse-unanswered.ts'
import { refuseUnfitReport } from './refuse-unfit-report.ts'
import { revise } from './revise.ts'
import type { Run } from './run.ts'
import { type Standing, standingOf } from './standing-of.ts'
import { step } from './step.ts'
import { type Approved, answering, answersOn, FIRST, type SentBack, sentBack, type Turn } from './turn.ts'

/** Does the work of a phase on a branch, offers it, and comes back when it is merged or given up. */
export function branchPhase(run: Run, given: BranchPhase, work: PhaseWork): Promise<PhaseEnd> {
  const own = ownOptions(given)
  const { number, type } = own
  return phase(run, `phase-${number}-${type}`, async () => {
    refuseUnfitPhase(own)
    await beginning(run)
    const entered = await step(run, 'enter', () =>
      enterPhase(run.context, run.job, {
        ...{ phase: { number, type }, tools: run.tools },
        putBack: (pull) => putBack(run, pull),
      }),
    )
    return new Rounds(run, own, { entered, work }).run()
  })
}

type Merged = Extract<PhaseEnd, { readonly outcome: 'merged' }>

interface Asked {
  readonly pull: AskedPhase['pull']
  readonly back: SentBack | null
  readonly report: PhaseReport
}

/** What stands there for people to look at, or why nothing can. */
type Offered = Asked['pull'] | { readonly conflict: string } | { readonly isOwed: true }

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
    let turn: Turn = FIRST
    for (;;) {
      const { feedback }: Turn = turn
      const next = await this.#round(turn).catch((error) => letGo(this.#run, { ...this.#entered, feedback }, error))
      if ('outcome' in next) return next
      turn = next
    }
  }

  async #round(turn: Turn): Promise<Turn | PhaseEnd> {
    const done = await this.#doAndOffer(turn)
    if (done === 'ended') return this.#conclude(turn.approved as Approved)
    const { report, pull } = done
    const { back } = turn
    if ('isOwed' in pull) return this.#hearAgain(turn)
    if ('conflict' in pull) {
      const since = await lastHeard(this.#run, this.#id, turn.feedback)
      const heard = await catchUp(this.#run, this.#entered, { text: pull.conflict, since })
      // What was sent back is answered by its next revision.
      return { ...turn, ...heard, ...(back !== null && { owes: null }) }
    }
    // Somebody may have pushed since; that is recorded, so that the program goes the same way whenever it runs again.
    const since = await step(this.#run, 'look', () => this.#pushedSince(turn, pull.head))
    if (since !== null) return this.#takeUp(turn, { id: pull.id, head: since })
    const passage = await this.#pass(turn.approved, { pull, back, report })
    if (passage === 'pushed') return this.#takeUp(turn, pull)
    if (passage.outcome === 'merged') return passage
    if (passage.outcome === 'sent_back') {
      const said = { verdict: 'changes_requested', text: passage.reason, remarks: passage.remarks } as const
      return { ...FIRST, feedback: await this.#listen(pull, said), back: sentBack(passage, back) }
    }
    return passage.go ? this.#conclude({ ...pull, passage }) : this.#giveUp(pull, passage)
  }

  /** What was permitted is merged, once the agent owes nobody an answer. */
  async #conclude(approved: Approved): Promise<Turn | PhaseEnd> {
    const [id, { passage, head }] = [this.#id, approved]
    await waitForPeople(this.#run, id)
    const owed = await hearOut(this.#run, id)
    if (owed !== null) return answering(owed, passage)
    const merged = await mergeRecorded(this.#run, id)
    if ('commit' in merged) {
      const by = passage.outcome === 'approved' ? passage.by : null
      return { outcome: 'merged', pull: id, commit: merged.commit, by }
    }
    const late = await hearOut(this.#run, id)
    if (late !== null) return answering(late, passage)
    const { status, reason } = await this.#standing()
    if (status === 'closed') return this.#giveUp({ id, head }, { outcome: 'rejected', reason })
    if (status === 'merged') return this.#conclude(approved)
    // Whoever approved saw another base, so it is offered and reviewed again.
    return { ...FIRST, ...(await catchUp(this.#run, this.#entered, { text: merged.reason, since: head })) }
  }

  /** What was wanted before is still to be answered, with the round that takes the push up. */
  async #takeUp(turn: Turn, since: Pick<Asked['pull'], 'id' | 'head'>): Promise<Turn> {
    const said = { verdict: 'pushed', text: PUSHED, remarks: turn.back?.remarks ?? [] } as const
    return { ...turn, feedback: await this.#listen(since, said) }
  }

  async #hearAgain(turn: Turn): Promise<Turn> {
    const feedback = await hearAgain(this.#run, this.#id, { before: turn.feedback, asked: answersOn(turn) })
    return { ...turn, feedback, back: turn.back && { ...turn.back, remarks: feedback.remarks } }
  }

  #listen(pull: Pick<Asked['pull'], 'id' | 'head'>, said: Omit<Said, 'pull' | 'since'>): Promise<Feedback> {
    return listen(this.#run, this.#entered, { ...said, pull: pull.id, since: pull.head })
  }

  /** While the agent only answers, somebody may settle what is left and have it merged, or reject it: then its branch is gone, and that is no failure. */
  async #doAndOffer(turn: Turn): Promise<{ readonly report: PhaseReport; readonly pull: Offered } | 'ended'> {
    try {
      const report = await this.#do(turn)
      const pull = await this.#offer(report, turn)
      if ('isMerging' in pull) return 'ended'
      // Last of all, because with the last answer it can be merged.
      if ('id' in pull && turn.owes !== null) await answerApproved(this.#run, turn.owes, report.remarks ?? [])
      return { report, pull }
    } catch (error) {
      const mayHaveEnded = turn.approved !== null && error instanceof AppError
      if (mayHaveEnded && (await this.#standing()).status !== 'open') return 'ended'
      throw error
    }
  }

  get #id(): PullId {
    return pullIdOf(this.#run.job.id, this.#entered.branch)
  }

  async #row(): Promise<Pull | undefined> {
    return (await this.#run.context.store.get('pulls', this.#id))?.row
  }

  /** The commit after which people have put something on the branch that the agent has not heard of, before or behind its own; null where nobody has. */
  async #pushedSince({ feedback }: Turn, offered: string): Promise<string | null> {
    if ((await this.#row())?.head !== offered) return offered
    const rounds = feedback === null ? [] : await roundsOf(this.#run.context, this.#id)
    const isNews = (round: Round) => round.by.kind === 'person' && round.number > (feedback?.round ?? 0)
    return rounds.some(isNews) ? (rounds.find(({ number }) => number === feedback?.round)?.head ?? null) : null
  }

  /** What became of it, as far as that is known. Recorded, because it may be otherwise the next time. */
  #standing(): Promise<Standing> {
    return step(this.#run, 'find its end', async () => standingOf(this.#run.context.store, await this.#row()))
  }

  /** One round of work; what it wrote is committed step by step, and the rest at its end. */
  #do({ feedback }: Turn): Promise<PhaseReport> {
    return phase(this.#run, 'round', async () => {
      await takeDown(this.#run, this.#entered, feedback)
      const workspace = branchFiles(this.#run, this.#entered)
      const report = (await this.#work(workspace.files, feedback)) ?? {}
      // Its title is the message of the commit as well.
      refuseUnfitReport(report)
      await refuseStrays(this.#run, this.#entered, report)
      if (feedback !== null) await refuseUnanswered(this.#run, this.#entered, { feedback, report })
      await step(this.#run, 'commit', async () => {
        await takeAway(workspace.staging, feedback)
        await workspace.staging.commit(report.title ?? this.#name)
      })
      return report
    })
  }

  /** Where `main` has changed the same lines meanwhile there is nothing to look at yet: that is settled on the branch first. */
  #offer(report: PhaseReport, turn: Turn): Promise<Offered | { readonly isMerging: true }> {
    return step(this.#run, 'offer', async () => {
      await takeUpDocuments(this.#run.context, this.#run.job, this.#entered.branch)
      const { title, description, answers = [], remarks = [] } = report
      if (await isPassedOver(this.#run, answersOn(turn), remarks)) return { isOwed: true }
      const gates = gatesOf(this.#given, report).map((given) => gateIn(this.#run.context.workplace, given))
      const offer = { ...this.#entered, name: this.#name, title, description, gates, answers }
      try {
        const { id, head, base, tree, title } = await offerRound(this.#run.context, this.#run.mine, offer)
        return { id, head, base, tree, title }
      } catch (error) {
        const code = error instanceof AppError ? error.code : undefined
        if (code === 'merge_conflict') return { conflict: (error as AppError).message }
        if (code === 'unanswered_remarks') return { isOwed: true }
        // Whatever that comes to, it is what the agent was about to do itself.
        if (code === 'pull_merging' && turn.approved !== null) return { isMerging: true }
        throw error
      }
    })
  }

  /** Where the agent has only answered since, what was approved is what stands there. */
  #pass(approved: Approved | null, asked: Asked): Promise<Passage | Merged | 'pushed'> | Passage {
    const { head, base } = asked.pull
    return approved?.head === head && approved.base === base ? approved.passage : this.#ask(asked)
  }

  /** A push between the look and the question is another round: what was asked is not what stands there by now. */
  async #ask(asked: Asked): Promise<Passage | Merged | 'pushed'> {
    try {
      const passage = await this.#askAll(asked)
      return this.#isAskedAgain(passage) ? await this.#askAnew(asked) : passage
    } catch (error) {
      if (error instanceof AppError && error.code === 'head_moved') return 'pushed'
      throw error
    }
  }

  /** A restore took the question away, or nobody answered and a person has resumed what was put aside for that. */
  #isAskedAgain({ outcome }: Passage): boolean {
    return outcome === 'superseded' || (outcome === 'expired' && this.#given.onTimeout?.do === 'park')
  }

  /** Nobody's work is lost by that: it is found merged, or asked about again. */
  async #askAnew(asked: Asked): Promise<Passage | Merged | 'pushed'> {
    const { id } = asked.pull
    const commit = await step(this.#run, 'find', async () => (await this.#row())?.commit ?? null)
    return commit === null ? this.#ask({ ...asked, back: null }) : { outcome: 'merged', pull: id, commit, by: null }
  }

  /** Every question in turn; a person who looked at it has answered all of them. */
  async #askAll({ pull, back, report }: Asked): Promise<Passage> {
    const [first, ...others] = gatesOf(this.#given, report)
    if (first === undefined) throw new Error('A phase ends with a question.')
    if (back !== null) {
      const of = { head: pull.head, revision: back.revisions + 1 }
      const around = aroundOf(pull)
      return revise(this.#run, back.checkpoint, { gate: first, around, answers: report.remarks ?? [], of })
    }
    let passage = await askPhase(this.#run, this.#given, { gate: first, pull })
    for (const gate of others) {
      if (passage.outcome !== 'allowed') return passage
      passage = await askPhase(this.#run, this.#given, { gate, pull })
    }
    return passage
  }

  async #giveUp(
    { id: pull, head }: Pick<Asked['pull'], 'id' | 'head'>,
    passage: Pick<Passage, 'outcome'> & { readonly reason?: string | null },
  ): Promise<PhaseEnd> {
    const reason = passage.reason ?? ''
    await step(this.#run, 'close', async () => {
      const { job, by } = this.#run.mine
      await runCommand(this.#run.context, closePull, { pull, job, by, reason })
      await this.#run.context.workspaces.retire({ job, branch: this.#entered.branch, head })
    })
    return { outcome: passage.outcome as 'rejected', pull, reason }
  }

  get #name(): string {
    return this.#given.title ?? this.#entered.branch
  }
}
