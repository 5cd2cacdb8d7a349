import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openContext, TEND_EVERY_MS } from '../../src/compose.ts'
import { answerRemarks } from '../../src/engine/answer-remarks.ts'
import { changePolicy } from '../../src/engine/change-policy.ts'
import { Policies } from '../../src/engine/policies.ts'
import { claimMerge } from '../../src/engine/pull/claim-merge.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { SYSTEM } from '../../src/model/actor.ts'
import { LOCAL, type PullId, ThreadId } from '../../src/model/ids.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { mergePull } from '../../src/sdk/pull/merge-pull.ts'
import { ADA, aPolicy } from '../../src/testing/builders.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { draft, git, held, NIT, review } from './held-plan.ts'

/** Writes files in the first round, and afterwards only answers, when it has listened. */
function answering(
  listen: (feedback: Feedback) => Promise<unknown> | unknown = () => undefined,
  files: Readonly<Record<string, string>> = { 'plan.md': 'one\ntwo\nthree\n' },
): PhaseWork {
  return async (workspace, feedback) => {
    if (feedback !== null) await listen(feedback)
    else
      await workspace.step('write', (branch) => {
        for (const [path, text] of Object.entries(files)) branch.write(path, text)
      })
    const no = { did: 'declined', text: 'No.' } as const
    return {
      answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, ...no })),
      remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, ...no })),
    }
  }
}

async function aHeldPlan(work: PhaseWork) {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house, work)
  if (pull === undefined) throw new Error('Nothing is held.')
  return { house, id: pull.id, job: run.job, resume: () => leeway.resume(run.job) }
}

const SCOUT = { kind: 'agent', id: 'scout' } as const
const MERGED = { status: 'completed', result: { outcome: 'merged' } }
const T0 = ThreadId.parse('t0')

test('what somebody says while the agent answers is answered as well, and the job goes on', async () => {
  const heard: (readonly string[])[] = []
  const talks: (() => Promise<unknown>)[] = []
  const scene = await aHeldPlan(
    answering(async ({ verdict, unanswered }) => {
      heard.push(unanswered)
      if (verdict === 'approved') await talks.pop()?.()
    }),
  )
  const { house, id, resume } = scene
  talks.push(() => house.desk.pulls.talk({ pull: id, thread: T0, do: 'reply', text: 'And why?' }))
  await review(house, id, { answer: 'request_changes', text: 'First this.', threads: [draft('t0', NIT)] })
  await resume()
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject(MERGED)
  expect(heard).toEqual([['t0'], ['t1'], ['t1', 't0']])
  const { threads } = await house.desk.pulls.read(id)
  expect(threads.map(({ answers }) => answers.length)).toEqual([2, 1])
})

test('a word about the whole that comes while the agent works is answered with its round, and leaves nobody waiting', async () => {
  const talks: (() => Promise<unknown>)[] = []
  const heard: (readonly number[])[] = []
  const { house, id, resume } = await aHeldPlan(
    answering(async ({ remarks }) => {
      heard.push(remarks.map(({ number }) => number))
      await talks.pop()?.()
    }),
  )
  await review(house, id, { answer: 'request_changes', text: 'First this.' })
  talks.push(() => review(house, id, { answer: 'comment', text: 'And who pays?' }))
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard).toEqual([[1], [1, 2]])
  const { checkpoint } = await house.desk.pulls.read(id)
  expect(checkpoint).toMatchObject({ sent_back: false, remarks: [{ answer: {} }, { answer: {} }] })
  await review(house, id, { answer: 'approve' })
  expect(await resume()).toMatchObject(MERGED)
})

const claim = (house: House, pull: PullId) =>
  runCommand({ store: house.store, policies: new Policies(catalog) }, claimMerge, { pull, by: SYSTEM })

/** Somebody claims what can't be merged any more, because main has moved on. */
async function claimInVain(house: House, id: PullId): Promise<void> {
  const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']
  const { head } = (await house.desk.pulls.read(id)).pull
  const other = git(house, ...who, 'commit-tree', `${head}^{tree}`, '-p', 'main', '-m', 'Other').trim()
  git(house, 'update-ref', 'refs/heads/main', other)
  await house.desk.pulls.talk({ pull: id, thread: ThreadId.parse('t1'), do: 'resolve' })
  await claim(house, id)
}

test('a merge that somebody else has claimed and that comes to nothing is replayed as it was', async () => {
  const claims: (() => Promise<unknown>)[] = []
  const { house, id, resume } = await aHeldPlan(answering(() => claims.pop()?.()))
  claims.push(() => claimInVain(house, id))
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(await resume()).toMatchObject({ status: 'held' })
  await house.answerAll({ answer: 'approve' })
  expect(await resume()).toMatchObject(MERGED)
})

test('whoever is slow to say that a merge came to nothing does not undo the one that was approved after it', async () => {
  const claims: (() => Promise<unknown>)[] = []
  const { house, id, resume } = await aHeldPlan(answering(() => claims.pop()?.()))
  const context = await openContext({ root: house.root, tellHolds: false })
  onTestFinished(() => context.store.close())
  const { workspaces } = context
  const [refused, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const merge = workspaces.merge.bind(workspaces)
  workspaces.merge = async (...given) => {
    const outcome = await merge(...given)
    refused.resolve()
    await goesOn.promise
    return outcome
  }
  let slow: Promise<unknown> | undefined
  claims.push(async () => {
    await claimInVain(house, id)
    slow = mergePull(context, { pull: id, by: SYSTEM, patienceMs: 0 })
    await refused.promise
  })
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject({ status: 'held' })
  await house.answerAll({ answer: 'approve' })
  await claim(house, id)
  goesOn.resolve()
  expect(await slow).toMatchObject({ refused: 'base_moved' })
  expect(await house.log('merge_refused')).toHaveLength(1)
  expect(await resume()).toMatchObject(MERGED)
})

test('an approval that waits for the agent can be taken back, and the agent hears why', async () => {
  const heard: Feedback[] = []
  const { house, id, resume } = await aHeldPlan(answering((feedback) => heard.push(feedback)))
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  await review(house, id, { answer: 'request_changes', text: 'Stop, this is wrong.' })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard).toMatchObject([{ remarks: [{ text: 'Stop, this is wrong.' }], unanswered: ['t1'] }])
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  expect(await house.log('remarks_answered')).toHaveLength(1)
})

test('work that is rejected while its approval waits is closed, and the program is told so whenever it runs', async () => {
  const heard: Feedback[] = []
  const { house, id, job, resume } = await aHeldPlan(answering((feedback) => heard.push(feedback)))
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  await review(house, id, { answer: 'reject', text: 'Never.' })
  expect((await house.desk.pulls.read(id)).pull).toMatchObject({ status: 'closed', merge: null })
  const main = git(house, 'rev-parse', 'main')
  const end = { status: 'completed', result: { outcome: 'rejected', pull: id, reason: 'Never.' } }
  expect(await resume()).toMatchObject(end)
  expect([heard, git(house, 'rev-parse', 'main')]).toEqual([[], main])
  expect(await house.store.find({ table: 'refusals', index: 'by_tenant', equals: [LOCAL], limit: 10 })).toMatchObject([
    { row: { reason: 'Never.' } },
  ])
  expect((await house.store.get('jobs', job))?.row.status).toBe('completed')
})

test('work that is rejected while the agent answers those who approved it ends as rejected, and not as a failure', async () => {
  const says: (() => Promise<unknown>)[] = []
  const { house, id, resume } = await aHeldPlan(answering(() => says.pop()?.()))
  says.push(() => review(house, id, { answer: 'reject', text: 'Never.' }))
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'rejected', reason: 'Never.' } })
})

test('the same words that take an approval back again and again stop the job instead of a third loop', async () => {
  const heard: Feedback[] = []
  const { house, id, job, resume } = await aHeldPlan(answering((feedback) => heard.push(feedback)))
  const statuses: unknown[] = []
  for (const number of [1, 2, 3]) {
    await review(house, id, { answer: 'approve', threads: [draft(`t${number}`, { ...NIT, text: `Nice ${number}.` })] })
    await review(house, id, { answer: 'request_changes', text: 'Too long.' })
    statuses.push((await house.store.get('jobs', job))?.row.status)
    if (number < 3) await resume()
  }
  expect(statuses).toEqual(['running', 'running', 'stopped'])
  expect(heard.map(({ verdict, text }) => [verdict, text])).toEqual([
    ['changes_requested', 'Too long.'],
    ['changes_requested', 'Too long.'],
  ])
})

test('an approval that was taken back is asked for again, although the policy has become freer, and the program ends', async () => {
  const { house, id, job, resume } = await aHeldPlan(answering())
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  await review(house, id, { answer: 'request_changes', text: 'Stop, this is wrong.' })
  const freer = { tenant: LOCAL, job, by: ADA, policy: aPolicy('jobs/full') }
  await runCommand({ store: house.store, policies: new Policies(catalog) }, changePolicy, freer)
  // The agent changes nothing, so that the policy would let the very tree pass that somebody has said no to.
  expect(await resume()).toMatchObject({ status: 'held', holds: [{ reason: expect.stringContaining('before') }] })
  expect(git(house, 'log', '--format=%s', 'main')).toBe('Begin\n')
  await house.answerAll({ answer: 'approve' })
  expect(await resume()).toMatchObject(MERGED)
})

test('what was said with an approval reaches the agent with the comments', async () => {
  const heard: Feedback[] = []
  const { house, id, resume } = await aHeldPlan(answering((feedback) => heard.push(feedback)))
  await review(house, id, { answer: 'approve', text: 'Say who pays, too.', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject(MERGED)
  expect(heard).toMatchObject([{ verdict: 'approved', text: 'Say who pays, too.' }])
})

test('a file called feedback.md that is not ours stays what it is', async () => {
  const files = { 'plan.md': 'one\ntwo\nthree\n', 'feedback.md': 'What customers said\n' }
  const { house, id, resume } = await aHeldPlan(answering(undefined, files))
  await review(house, id, { answer: 'request_changes', text: 'Why?', threads: [draft('t0', NIT)] })
  await resume()
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject(MERGED)
  expect(git(house, 'show', 'main:feedback.md')).toBe('What customers said\n')
})

test('an agent that is gone once it has answered leaves nothing undone: it is merged without it', async () => {
  const { house, id, job } = await aHeldPlan(answering())
  await review(house, id, { answer: 'comment', text: 'Who pays?' })
  await review(house, id, { answer: 'approve' })
  // Whoever keeps the house has tried, and will not by itself again.
  await pause(2 * TEND_EVERY_MS)
  const { pull, checkpoint } = await house.desk.pulls.read(id)
  if (checkpoint === null) throw new Error('Nothing is held.')
  const answers = [{ number: 1, did: 'declined', text: 'We do.' }] as const
  const ports = { store: house.store, policies: new Policies(catalog) }
  const answer = { tenant: pull.tenant, checkpoint: checkpoint.id, job: pull.job, by: SCOUT, answers }
  // Neither somebody whose turn is over nor anybody while the house is halted frees what was approved.
  await expect(runCommand(ports, answerRemarks, { ...answer, driver: 'drv_gone' })).rejects.toMatchObject({
    code: 'fenced',
  })
  await house.desk.setKillSwitch({ of: 'all' }, true, 'Stop.')
  const halted = runCommand(ports, answerRemarks, answer)
  await expect(halted).rejects.toMatchObject({ code: 'halted' })
  await house.desk.setKillSwitch({ of: 'all' }, false, 'Go on.')
  await runCommand(ports, answerRemarks, answer)
  await expect.poll(() => git(house, 'log', '--format=%s', 'main'), { timeout: 5000 }).toBe('The plan\nBegin\n')
  expect(pull.job).toBe(job)
})

test('a commit of a person that changes nothing is refused, and so is a suggestion', async () => {
  const { house, id } = await aHeldPlan(answering())
  const { head } = (await house.desk.pulls.read(id)).pull
  const same = house.desk.pulls.commit({ pull: id, head, changes: { 'plan.md': 'one\ntwo\nthree\n' } })
  await expect(same).rejects.toMatchObject({
    code: 'invalid_input',
    message: expect.stringContaining('changes nothing'),
  })
  await review(house, id, { answer: 'comment', threads: [draft('t1', { kind: 'suggestion', suggestion: 'two' })] })
  const applied = house.desk.pulls.commit({ pull: id, head, suggestions: [ThreadId.parse('t1')] })
  await expect(applied).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await house.desk.pulls.read(id)).pull).toMatchObject({ round: 1, head })
})

test('an approval that is taken back in threads alone is heard as a request for changes, with its page', async () => {
  const heard: Feedback[] = []
  const { house, id, resume } = await aHeldPlan(answering((feedback) => heard.push(feedback)))
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  await review(house, id, { answer: 'request_changes', threads: [draft('t2', { ...NIT, text: 'This is wrong.' })] })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard).toMatchObject([
    {
      verdict: 'changes_requested',
      text: 'One comment. This thread still stands: t1.',
      remarks: [],
      unanswered: ['t1', 't2'],
    },
  ])
  expect(git(house, 'log', '--format=%s', '--all')).toContain('Take down the review')
  await review(house, id, { answer: 'approve' })
  expect(await resume()).toMatchObject(MERGED)
})

test('what was sent back in threads and is answered is not heard again when main has moved', async () => {
  const heard: string[] = []
  const { house, id, resume } = await aHeldPlan(answering(({ verdict }) => heard.push(verdict)))
  await review(house, id, { answer: 'request_changes', threads: [draft('t1', NIT)] })
  expect(await resume()).toMatchObject({ status: 'held' })
  const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.org']
  const other = git(house, ...who, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Other').trim()
  await review(house, id, { answer: 'approve' })
  git(house, 'update-ref', 'refs/heads/main', other)
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard).toEqual(['changes_requested', 'behind_main'])
})
