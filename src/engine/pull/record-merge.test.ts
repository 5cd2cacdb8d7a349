import { expect, test } from 'vitest'
import { SYSTEM } from '../../model/actor.ts'
import { JobId, LOCAL } from '../../model/ids.ts'
import { ADA, EVE, SCOUT } from '../../testing/builders.ts'
import { aDraft, oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { cancelJob } from '../cancel-job.ts'
import { forgetApproval } from '../forget-approval.ts'
import { withdrawCheckpoint } from '../withdraw-checkpoint.ts'
import { noteStuck } from './note-stuck.ts'
import { type RecordMerge, recordMerge } from './record-merge.ts'

const MADE = { commit: oid('fe') }
const BASE_MOVED = { refused: 'base_moved', reason: 'main moved.' } as const
const NOT_YET = { refused: 'not_mergeable', reason: 'Checks are missing.' } as const

async function approved(): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.held()
  await pulls.submit('approve')
  return pulls
}

async function claimed(): Promise<PullWorld> {
  const pulls = await approved()
  await pulls.claim()
  return pulls
}

const record = async (pulls: PullWorld, outcome: RecordMerge['outcome'], given: Partial<RecordMerge> = {}) =>
  pulls.world.run(recordMerge, { pull: (await pulls.pull()).id, outcome, ...given })

/** The forge shows the newest commit as merged by us. */
const found = async (pulls: PullWorld) => record(pulls, MADE, { found: (await pulls.pull()).head })

const cancel = ({ world }: PullWorld) =>
  world.run(cancelJob, { job: JobId.parse('job-1'), by: ADA, tenant: null, reason: 'Enough.' })

/** The question is taken away, and the pull request stays. */
async function withdrawn(status: 'superseded' | 'cancelled'): Promise<PullWorld> {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const { id: checkpoint } = await pulls.held()
  const away = { tenant: LOCAL, checkpoint, by: SYSTEM, reason: 'Restored.' }
  await pulls.world.run(withdrawCheckpoint, { ...away, status })
  return pulls
}

test('invariant 25: what is merged stays the commit that it became', async () => {
  const pulls = await claimed()
  await record(pulls, MADE)
  await expect(record(pulls, { commit: oid('fa') })).rejects.toMatchObject({ code: 'pull_ended' })
  await expect(record(pulls, BASE_MOVED)).rejects.toMatchObject({ code: 'pull_ended' })
  expect(await pulls.pull()).toMatchObject({ status: 'merged', commit: oid('fe') })
})

test('invariant 25: what was closed is not merged, approved or found as it may be', async () => {
  const pulls = await approved()
  await cancel(pulls)
  await expect(found(pulls)).rejects.toMatchObject({ code: 'pull_ended' })
  await expect(record(pulls, MADE)).rejects.toMatchObject({ code: 'pull_ended' })
  await expect(record(pulls, BASE_MOVED)).rejects.toMatchObject({ code: 'pull_ended' })
  expect(await pulls.pull()).toMatchObject({ status: 'closed', commit: null })
})

test('a merge that was claimed is ours, whoever finds it, and the log says where nothing was known of it', async () => {
  const pulls = await claimed()
  await found(pulls)
  const [known] = await pulls.world.events('pull_merged')
  expect(known?.data).toEqual({ pull: 'job-1:phase-1-strategic', commit: oid('fe') })
  const others = await approved()
  await found(others)
  expect(await others.world.events('pull_merged')).toMatchObject([{ data: { found: true } }])
})

test('the log says of a merge that its job had ended before', async () => {
  const pulls = await claimed()
  await cancel(pulls)
  await record(pulls, MADE)
  expect(await pulls.world.events('pull_merged')).toMatchObject([{ data: { job: 'cancelled' } }])
})

test('invariant 3: a merge is not ours where the approval was spent on one that came to nothing', async () => {
  const pulls = await claimed()
  await record(pulls, BASE_MOVED)
  await expect(found(pulls)).rejects.toMatchObject({ code: 'not_approved' })
})

test('invariant 25: whoever is slow to say that a merge came to nothing does not undo the one that was permitted after it', async () => {
  const pulls = await claimed()
  const { merge: first } = await pulls.pull()
  await record(pulls, BASE_MOVED, { claimed: first!.at })
  pulls.world.pass(1)
  await pulls.hold(await pulls.push('b'))
  await pulls.submit('approve')
  await pulls.claim()
  const { merge: second } = await pulls.pull()
  expect(await record(pulls, BASE_MOVED, { claimed: first!.at })).toMatchObject({ status: 'open', merge: second })
  expect(await pulls.world.events('merge_refused')).toHaveLength(1)
  await record(pulls, MADE)
  expect(await record(pulls, BASE_MOVED, { claimed: first!.at })).toMatchObject({ status: 'merged' })
  await expect(record(pulls, BASE_MOVED, { claimed: second!.at })).rejects.toMatchObject({ code: 'pull_ended' })
})

test('after a restore a merge may be ours where the approval was forgotten, or the question taken away', async () => {
  const forgotten = await approved()
  const { checkpoint } = await forgotten.pull()
  await forgotten.world.run(forgetApproval, { checkpoint: checkpoint! })
  expect(await found(forgotten)).toMatchObject({ status: 'merged' })
  expect(await found(await withdrawn('superseded'))).toMatchObject({ status: 'merged' })
  await expect(found(await withdrawn('cancelled'))).rejects.toMatchObject({ code: 'not_approved' })
})

test('a merge that a restore has forgotten gives nothing back, and may still be found', async () => {
  const pulls = await claimed()
  const { checkpoint } = await pulls.pull()
  await record(pulls, { ...NOT_YET, isForgotten: true })
  expect(await pulls.world.events('merge_refused')).toMatchObject([{ data: { forgets: checkpoint } }])
  expect(await pulls.world.checkpoint(checkpoint ?? '')).toMatchObject({
    forgotten: true,
    spent_at: expect.any(String),
  })
  await expect(pulls.claim()).rejects.toMatchObject({ code: 'not_approved' })
  expect(await found(pulls)).toMatchObject({ status: 'merged' })
})

test.for(['open', 'approved'] as const)(
  'where people were asked anew meanwhile, no approval comes back that this claim has not spent: it is %s',
  async (what) => {
    const pulls = await claimed()
    const pull = await pulls.pull()
    const [gate] = pull.gates
    const { content } = await pulls.world.checkpoint(pull.checkpoint ?? '')
    const second = await pulls.world.hold({ gate: gate!, content, pull: pull.id, key: 'anew' })
    pulls.world.pass(1)
    if (what === 'approved') await pulls.world.approve(second.id, { by: EVE })
    await record(pulls, NOT_YET)
    const [refused] = await pulls.world.events('merge_refused')
    expect(refused?.data).not.toHaveProperty('gives_back')
  },
)

test('a merge that is made is stuck no more, whatever is said of it', async () => {
  const pulls = await claimed()
  await record(pulls, MADE)
  const { id: pull } = await pulls.pull()
  await pulls.world.run(noteStuck, { pull, by: SCOUT, code: 'disk_full', reason: 'No room.' })
  expect(await pulls.world.events('merge_stuck')).toEqual([])
})

test.for<[string, (pulls: PullWorld) => Promise<unknown>]>([
  ['a blocking thread', (pulls) => pulls.begin(aDraft('t1'))],
  ['a question that the agent owes an answer to', (pulls) => pulls.begin(aDraft('t1', { kind: 'question' }))],
])('invariant 1: a merge that was found is not ours where %s held up the claim', async ([, holdUp]) => {
  const pulls = await approved()
  await holdUp(pulls)
  await expect(found(pulls)).rejects.toThrow(
    'Our own account merged c100000000 of job-1:phase-1-strategic on the forge',
  )
  expect(await pulls.pull()).toMatchObject({ status: 'open' })
})

test('a merge that was found before anybody was asked is nobody’s', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  await pulls.open()
  await expect(found(pulls)).rejects.toMatchObject({ code: 'not_approved' })
})

test('what comes to nothing after its job has ended is closed, and says why; otherwise it stays open', async () => {
  const pulls = await claimed()
  await cancel(pulls)
  expect(await record(pulls, BASE_MOVED)).toMatchObject({
    id: 'job-1:phase-1-strategic',
    status: 'closed',
    merge: null,
  })
  expect(await pulls.world.events('pull_closed')).toMatchObject([{ data: { reason: 'Its job is cancelled.' } }])
  expect(await record(await claimed(), BASE_MOVED)).toMatchObject({ status: 'open', merge: null })
})

test('what nobody was asked about has no approval to give back', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/full' }))
  await pulls.open()
  await pulls.claim()
  await record(pulls, NOT_YET)
  const [refused] = await pulls.world.events('merge_refused')
  expect(refused?.data).toEqual({
    pull: 'job-1:phase-1-strategic',
    why: 'not_mergeable',
    reason: 'Checks are missing.',
  })
})
