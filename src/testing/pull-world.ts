import { contentHash } from '../engine/content-hash.ts'
import { beginThreads } from '../engine/pull/begin-threads.ts'
import { claimMerge, type Mergeable } from '../engine/pull/claim-merge.ts'
import { joinPush } from '../engine/pull/join-push.ts'
import type { AskedOfGit } from '../engine/pull/landed-by.ts'
import { type OpenPull, openPull } from '../engine/pull/open-pull.ts'
import { pullContent } from '../engine/pull/pull-state.ts'
import { type PushRound, pushRound } from '../engine/pull/push-round.ts'
import { recordMerge } from '../engine/pull/record-merge.ts'
import { type SubmitReview, submitReview } from '../engine/pull/submit-review.ts'
import { type Saying, talkInThread } from '../engine/pull/talk-in-thread.ts'
import type { Reviewed } from '../engine/review-state.ts'
import { reviseCheckpoint } from '../engine/revise-checkpoint.ts'
import type { Actor } from '../model/actor.ts'
import type { Checkpoint, ReviewTermsInput } from '../model/checkpoint.ts'
import { Gate } from '../model/gate.ts'
import { GrantId, JobId, LOCAL, PullId, ThreadId } from '../model/ids.ts'
import { landingsOf } from '../model/landings-of.ts'
import { isOwed } from '../model/owed-on.ts'
import type { ChangedFile, Pull, Round } from '../model/pull.ts'
import type { RemarkAnswer } from '../model/remark-answer.ts'
import { Draft, type ReviewThread } from '../model/review-thread.ts'
import { ADA, ROB, SCOUT } from './builders.ts'
import type { World } from './world.ts'

/** The name of an object of git, made of a few letters: `oid('a1')`. */
export function oid(letters: string): string {
  return letters.padEnd(40, '0')
}

/** A file that a round changes. Each of its hunks is known by a name, and says enough to be found beside other changes. */
export function aFile(path: string, names: readonly string[] = ['h1'], more: Partial<ChangedFile> = {}): ChangedFile {
  const hunks = names.map((hash) => ({ hash, does: [hash], adds: [] }))
  const now = { mode: '100644', object: oid(`b${names.join('')}`) }
  return { path, old_path: null, change: 'modified', hash: `file:${names.join('+')}`, now, hunks, ...more }
}

/** A round whose commit, tree and base are named after one letter. */
export function aRound(letter: string, given: Partial<Round> = {}): PushRound['round'] {
  const { base = oid('ba5e'), files = [aFile('plan.md')] } = given
  return { base, head: oid(`c${letter}`), tree: oid(`d${letter}`), files }
}

/** A comment on line 3 of the plan. */
export function aDraft(id: string, given: Partial<Draft> = {}): Draft {
  const anchor = {
    path: 'plan.md',
    side: 'new',
    first: 3,
    last: 3,
    quote: ['three'],
    before: ['two'],
    after: ['four'],
  } as const
  return Draft.parse({ id, kind: 'blocking', text: `About ${id}`, anchor, ...given })
}

/** Git was asked about everybody who is about to push, and has nothing of theirs. */
function askedAbout(pull: Pull): AskedOfGit {
  return { looked: landingsOf(pull).map(({ to }) => to), holds: [] }
}

const PLAN = { number: 1, type: 'strategic' } as const
const PLAN_ENDS = Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 })

/** Says each verb of pull requests with few words. */
export class PullWorld {
  readonly world: World
  #count = 0

  constructor(world: World) {
    this.world = world
  }

  open(given: Partial<OpenPull> = {}): Promise<Pull> {
    return this.world.run(openPull, {
      ...{ tenant: LOCAL, job: JobId.parse('job-1'), by: SCOUT, phase: PLAN, entry: 1 },
      ...{ title: 'The plan', description: 'What we learned.', gates: [PLAN_ENDS], round: aRound('1') },
      ...given,
    })
  }

  /** Opens it and asks; gives the checkpoint that holds it. */
  async held(given: Partial<OpenPull> = {}, terms: ReviewTermsInput = {}): Promise<Checkpoint> {
    return this.hold(await this.open(given), terms)
  }

  hold(pull: Pull, terms: ReviewTermsInput = {}): Promise<Checkpoint> {
    const [gate = PLAN_ENDS] = pull.gates
    const content = pullContent(pull, gate)
    return this.world.hold({ gate, content, pull: pull.id, key: `${pull.id}/${pull.round}`, terms })
  }

  pull(branch = 'phase-1-strategic'): Promise<Pull> {
    return this.world.row('pulls', `job-1:${branch}`)
  }

  thread(id: string): Promise<ReviewThread> {
    return this.world.row('review_threads', id)
  }

  /** A review of what is on the screen now. */
  async submit(answer: SubmitReview['answer'], given: Partial<SubmitReview> = {}): Promise<Reviewed> {
    const pull = await this.pull()
    const hash = pull.checkpoint === null ? '' : (await this.world.checkpoint(pull.checkpoint)).content_hash
    return this.world.run(submitReview, {
      ...{ pull: pull.id, by: ROB, head: pull.head, answer, text: '', threads: [], verdicts: [], content_hash: hash },
      ...{ step_up: null, grant: GrantId.parse(`g-${++this.#count}`) },
      ...given,
    })
  }

  /** Somebody comments, and decides nothing by it. */
  async begin(...threads: readonly Draft[]): Promise<readonly ThreadId[]> {
    const pull = await this.pull()
    return this.world.run(beginThreads, { pull: pull.id, by: ROB, newest: pull.round, threads })
  }

  say(thread: string, say: Saying, by: Actor = ROB): Promise<string> {
    return this.world.run(talkInThread, {
      pull: PullId.parse('job-1:phase-1-strategic'),
      thread: ThreadId.parse(thread),
      by,
      say,
    })
  }

  /** The agent brings the next round, and answers every thread that waits. */
  async push(letter: string, given: Partial<PushRound> = {}): Promise<Pull> {
    const pull = await this.pull()
    return this.world.run(pushRound, {
      ...{
        tenant: LOCAL,
        job: pull.job,
        pull: pull.id,
        by: SCOUT,
        round: aRound(letter),
        gates: pull.gates,
        places: [],
        asked: askedAbout(pull),
      },
      answers: pull.unanswered.map((thread) => ({ thread, did: 'fixed' as const, text: 'Done.' })),
      ...given,
    })
  }

  /** The agent brings the checkpoint its next revision, after a push, and says the same to every remark. */
  async revise(did: RemarkAnswer['did'] = 'fixed'): Promise<Checkpoint> {
    const pull = await this.pull()
    const checkpoint = await this.world.checkpoint(pull.checkpoint ?? '')
    const open = checkpoint.remarks.filter(isOwed)
    return this.world.run(reviseCheckpoint, {
      ...{ tenant: LOCAL, checkpoint: checkpoint.id, job: pull.job, by: SCOUT, gate: checkpoint.gate },
      content: pullContent(pull, checkpoint.gate),
      answers: open.map(({ number }) => ({ number, did, text: 'Done.' })),
    })
  }

  async join(letter: string, by: Actor = ADA, given: Partial<Round> = {}): Promise<Pull> {
    const pull = await this.pull()
    return this.world.run(joinPush, {
      ...{ pull: pull.id, by, on: pull.head, round: aRound(letter, given), places: [], asked: askedAbout(pull) },
    })
  }

  async claim(branch?: string): Promise<Mergeable> {
    return this.world.run(claimMerge, { pull: (await this.pull(branch)).id, by: SCOUT })
  }

  async merged(commit = oid('fe')): Promise<Pull> {
    return this.world.run(recordMerge, { pull: (await this.pull()).id, outcome: { commit } })
  }

  /** What a checkpoint would have to say to be about the newest round. */
  async hashNow(): Promise<string> {
    const pull = await this.pull()
    return contentHash(pullContent(pull, pull.gates[0] ?? PLAN_ENDS))
  }
}
