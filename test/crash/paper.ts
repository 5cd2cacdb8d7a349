import { setTimeout as sleep } from 'node:timers/promises'
import { reviewCheckpoint } from '../../src/engine/review-checkpoint.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { GrantId } from '../../src/model/ids.ts'
import { commitToPull } from '../../src/sdk/desk/commit-to-pull.ts'
import type { Seat, SeatPorts } from '../../src/sdk/desk/seat.ts'
import type { Leeway } from '../../src/sdk/leeway.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'

/** What the phases of the paper are called, in the order in which they are merged. */
export const PHASES = ['The outline', 'The text'] as const
/** What a person adds to the outline. */
export const ADDED = 'added.md'

const write =
  (path: string): PhaseWork =>
  async (workspace) => {
    await workspace.step(`write ${path}`, (files) => files.write(path, `${path}\n`))
    return undefined
  }

/** A job with two phases: the first is changed and approved by people, the second is merged by itself. */
export async function writePaper(leeway: Leeway): Promise<void> {
  const [outline, text] = PHASES
  const paper = leeway.program({ name: 'paper', version: '1' }, async (job) => {
    const first = await job.phase({ number: 1, type: 'strategic', title: outline }, write('outline.md'))
    const second = await job.phase({ number: 2, type: 'tactical', title: text }, write('text.md'))
    return [first.outcome, second.outcome]
  })
  for (;;) {
    const run = await leeway.start(paper, { key: 'paper', policy: 'jobs/guided', input: null })
    if (run.status === 'completed' && run.result.every((outcome) => outcome === 'merged')) return
    if (run.status !== 'held') throw new Error(`The paper ${JSON.stringify(run)}.`)
    await sleep(20)
  }
}

const ADA = { kind: 'person', id: 'ada' } as const
const EVE = { kind: 'person', id: 'eve' } as const

/** A person adds something to the outline, once; somebody else approves it after that. */
export async function reviewPaper(ports: SeatPorts & Pick<Seat, 'crashPoint'>, held: Checkpoint): Promise<void> {
  const pull = held.pull && (await ports.store.get('pulls', held.pull))?.row
  if (!pull || pull.status !== 'open') return
  if (pull.pushed_by.length === 0) {
    const seat: Seat = {
      ...ports,
      by: ADA,
      token: '',
      me: async () => (await ports.store.get('people', ADA.id))?.row as Awaited<ReturnType<Seat['me']>>,
      run: (verb, input) => runCommand(ports, verb, input),
      runUnkeyed: (verb, input) => runCommand(ports, verb, input),
    }
    await commitToPull(seat, { pull: pull.id, head: pull.head, changes: { [ADDED]: 'Mine.\n' } })
    return
  }
  const { id, content_hash } = held
  const grant = GrantId.parse(`grant-of-${id}`)
  const approval = { checkpoint: id, by: EVE, content_hash, step_up: null, batch: false, grant }
  await runCommand(ports, reviewCheckpoint, { ...approval, review: { answer: 'approve' } })
}
