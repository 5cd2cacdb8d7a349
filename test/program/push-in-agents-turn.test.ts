import { expect, onTestFinished, test, vi } from 'vitest'
import { openReception } from '../../src/compose.ts'
import { Policies } from '../../src/engine/policies.ts'
import { expectPush } from '../../src/engine/pull/expect-push.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { verifyKeptRows } from '../../src/look-after.ts'
import { PersonId, ThreadId } from '../../src/model/ids.ts'
import { openServer } from '../../src/open-server.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aHouse } from '../../src/testing/house.ts'
import { plan } from '../../src/testing/plan-work.ts'
import { GitWorkspaces } from '../../src/workspace/git-workspaces.ts'
import { draft, git, held, NIT, review } from './held-plan.ts'
import { aPusher, BRANCH } from './pusher.ts'

/** An agent that was sent back to work; somebody may do something in the middle of that. */
async function atWork() {
  const house = await aHouse()
  const heard: Feedback[] = []
  const meanwhile: (() => Promise<unknown>)[] = []
  const work: PhaseWork = async (workspace, feedback) => {
    if (feedback !== null) {
      heard.push(feedback)
      await workspace.step('begin', (files) => {
        files.write('begun.md', 'begun\n')
        files.write('notes/a.md', 'one\n')
      })
      await meanwhile.shift()?.()
    }
    return plan(workspace, feedback)
  }
  const { leeway, run, pull } = await held(house, work)
  if (pull === undefined) throw new Error('Nothing is held.')
  const { id } = pull
  const read = async () => (await house.desk.pulls.read(id)).pull
  return { house, heard, meanwhile, job: run.job, id, first: pull.head, read, resume: () => leeway.resume(run.job) }
}

test('what somebody pushes while the agent works is a round in their name, and the agent takes it up', async () => {
  const { house, heard, meanwhile, job, id, read, resume } = await atWork()
  const server = await openServer({ root: house.root, showCode: () => undefined })
  onTestFinished(() => server.close())
  await review(house, id, { answer: 'request_changes', text: 'Louder.' })
  const said: string[] = []
  meanwhile.push(async () => {
    const bob = await aPusher(house, 'bob', `${server.url}/git/${job}.git`)
    said.push(await bob.run('push', 'origin', BRANCH))
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(said[0]).toContain('Your push is round 2')
  expect(heard).toMatchObject([
    { verdict: 'changes_requested', round: 1, commits: [] },
    { verdict: 'pushed', round: 3, commits: [{ author: 'bob', message: 'Work of bob' }] },
  ])
  expect((await house.log('round_pushed')).map(({ actor }) => actor.id)).toEqual(['bob', 'scout', 'scout'])
  expect(await read()).toMatchObject({ round: 4, pushed_by: ['bob'] })
  await review(house, id, { answer: 'approve' })
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'ls-tree', '--name-only', 'main').trim().split('\n')).toEqual(
    expect.arrayContaining(['begun.md', 'bob.md', 'plan.md']),
  )
  expect(git(house, 'show', 'main:plan.md')).toBe('one\nTWO\nthree\n')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('where somebody has pushed since the approval and main stands still, the agent is told of the push', async () => {
  const { house, heard, id, read, resume } = await atWork()
  await review(house, id, { answer: 'approve', threads: [draft('t1', NIT)] })
  const { head } = await read()
  await house.desk.pulls.commit({ pull: id, head, changes: { 'ada.md': 'mine\n' } })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard.at(-1)).toMatchObject({ verdict: 'pushed', commits: [{ author: 'ada' }] })
})

test('whoever pushes in the name of the agent is heard, and shown, under their own', async () => {
  const { house, heard, meanwhile, job, id, resume } = await atWork()
  const server = await openServer({ root: house.root, showCode: () => undefined })
  onTestFinished(() => server.close())
  await review(house, id, { answer: 'request_changes', text: 'Louder.' })
  meanwhile.push(async () => {
    const bob = await aPusher(house, 'bob', `${server.url}/git/${job}.git`)
    const asAgent = ['--author', 'scout <scout@example.org>'] as const
    await bob.run('commit', '--amend', '--quiet', ...asAgent, '-m', 'Pretend')
    await bob.run('commit', '--allow-empty', '--quiet', ...asAgent, '-m', 'Again')
    await bob.run('push', 'origin', BRANCH)
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  const theirs = [
    { author: 'bob', message: 'Pretend' },
    { author: 'bob', message: 'Again' },
  ]
  expect(heard.at(-1)).toMatchObject({ verdict: 'pushed' })
  expect(heard.at(-1)?.commits.map(({ author, message }) => ({ author, message }))).toEqual(theirs)
  const { commits } = await house.desk.pulls.read(id)
  expect(commits.filter(({ author }) => author !== 'scout')).toMatchObject(theirs)
})

test('whoever pushes what somebody else wrote is named, and beside them the author', async () => {
  const { house, heard, meanwhile, job, id, resume } = await atWork()
  const server = await openServer({ root: house.root, showCode: () => undefined })
  onTestFinished(() => server.close())
  await review(house, id, { answer: 'request_changes', text: 'Louder.' })
  let page = ''
  meanwhile.push(async () => {
    const bob = await aPusher(house, 'bob', `${server.url}/git/${job}.git`)
    await bob.run('commit', '--amend', '--quiet', '--author', 'Carol <carol@example.org>', '-m', 'Of Carol')
    await bob.run('push', 'origin', BRANCH)
  })
  meanwhile.push(async () => {
    page = git(house, 'show', `${BRANCH}:feedback.md`)
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  const theirs = [{ author: 'Carol', pushed_by: 'bob', message: 'Of Carol' }]
  expect(heard.at(-1)).toMatchObject({ verdict: 'pushed', commits: theirs })
  expect(page).toContain('bob (it names Carol as its author): Of Carol')
  const { commits } = await house.desk.pulls.read(id)
  expect(commits.filter(({ pushed_by }) => pushed_by !== null)).toMatchObject(theirs)
})

test('an edit in the browser while the agent works is taken, but for files that the agent has changed since', async () => {
  const { house, heard, meanwhile, id, first, read, resume } = await atWork()
  const commit = (changes: Readonly<Record<string, string>>) =>
    house.desk.pulls.commit({ pull: id, head: first, changes })
  const suggested = draft('t1', { kind: 'suggestion', suggestion: 'two, louder' })
  await review(house, id, { answer: 'request_changes', threads: [suggested] })
  meanwhile.push(async () => {
    await expect(commit({ 'begun.md': 'mine\n' })).rejects.toMatchObject({
      code: 'head_moved',
      message: expect.stringContaining('The agent is at work on "begun.md". Wait for its next round'),
    })
    // A file in the place of a folder takes away what is in it.
    await expect(commit({ notes: 'mine\n' })).rejects.toMatchObject({ code: 'head_moved' })
    expect(await commit({ 'ada.md': 'mine\n' })).toMatchObject({ round: 2 })
    const { head } = await read()
    const applied = await house.desk.pulls.commit({ pull: id, head, suggestions: [ThreadId.parse('t1')] })
    expect(applied).toMatchObject({ round: 3 })
    expect(git(house, 'show', `${applied.head}:plan.md`)).toBe('one\ntwo, louder\nthree\n')
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(heard.at(-1)).toMatchObject({ verdict: 'pushed', commits: [{ author: 'ada' }, { author: 'ada' }] })
  expect(git(house, 'show', `${BRANCH}:ada.md`)).toBe('mine\n')
})

test('invariant 18: whose commit lands while the agent offers its round has a part in that round', async () => {
  const { house, id, read, resume } = await atWork()
  const token = await house.desk.addPerson({ id: PersonId.parse('ann'), role: 'reviewer', tenants: '*' })
  const reception = await openReception({ root: house.root })
  onTestFinished(() => reception.close())
  const ann = await reception.desk(token)
  await review(house, id, { answer: 'request_changes', text: 'Louder.' })
  // The agent has looked who is about to push, and git has moved before it says what it offers.
  const late = vi.spyOn(GitWorkspaces.prototype, 'offer').mockImplementationOnce(async function (
    this: GitWorkspaces,
    job,
    branch,
  ) {
    const head = await this.head(job, branch)
    const to = await this.commit(job, {
      ...{ branch, on: head ?? '', changes: { 'ann.md': 'mine\n' }, message: 'Mine', at: new Date() },
      by: { kind: 'person', id: 'ann' },
      beforeMoving: async (next) => {
        const expected = { pull: id, by: { kind: 'person', id: 'ann' } as const, on: head ?? '', to: next }
        await runCommand({ store: house.store, policies: new Policies(catalog) }, expectPush, expected)
      },
    })
    expect(to).not.toBe(head)
    return this.offer(job, branch)
  })
  onTestFinished(() => late.mockRestore())
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(git(house, 'show', `${(await read()).head}:ann.md`)).toBe('mine\n')
  expect((await read()).pushed_by).toEqual(['ann'])
  const { pull, checkpoint } = await ann.pulls.read(id)
  const yes = { pull: id, head: pull.head, content_hash: checkpoint?.content_hash ?? '', answer: 'approve' } as const
  await expect(ann.pulls.submit(yes)).rejects.toMatchObject({ code: 'self_approval' })
})

test('while people are asked, only what stands on what they were shown is taken', async () => {
  const { house, id, first, read } = await atWork()
  const { base } = await read()
  const commit = (head: string) => house.desk.pulls.commit({ pull: id, head, changes: { 'ada.md': 'mine\n' } })
  await expect(commit(base)).rejects.toMatchObject({ code: 'head_moved' })
  expect(await commit(first)).toMatchObject({ round: 2 })
})
