import { chmodSync, cpSync, readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import { removeObject, repositoryBelow } from '../../src/testing/break-repository.ts'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { git, held, ref, review } from './held-plan.ts'

const BRANCH = 'refs/heads/phase-1-strategic'

async function deleted() {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  const main = git(house, 'rev-parse', 'main')
  git(house, 'update-ref', '-d', BRANCH)
  return { house, leeway, run, pull: pull!, main }
}

test('a branch that somebody deletes under review is put back, and what was approved is merged; the log says so', async () => {
  const { house, leeway, run, pull } = await deleted()
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(house, 'show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
  expect(await putBacks(house)).toEqual([pull.head])
  expect(git(house, 'rev-parse', 'refs/leeway/history/phase-1-strategic').trim()).toBe(pull.head)
  expect(git(house, 'for-each-ref', 'refs/heads', '--format=%(refname)')).toBe('refs/heads/main\n')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('somebody puts another commit in the place of a deleted branch: that is not what was approved, and nothing is merged', async () => {
  const { house, leeway, run, pull, main } = await deleted()
  git(house, 'update-ref', BRANCH, main.trim())
  await house.answerAll({ answer: 'approve' })
  await leeway.resume(run.job)
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  expect(await house.log('branch_put_back')).toEqual([])
  expect((await house.log('merge_refused')).map(({ data }) => data)).toMatchObject([
    { pull: pull.id, why: 'head_moved' },
  ])
})

test('the agent goes on from what was reviewed where its branch was deleted', async () => {
  const { house, leeway, run, pull, main } = await deleted()
  await review(house, pull.id, { answer: 'request_changes', text: 'Louder.' })
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  const { pull: after } = await house.desk.pulls.read(pull.id)
  expect(after).toMatchObject({ status: 'open', round: 2 })
  expect(git(house, 'merge-base', '--is-ancestor', pull.head, after.head)).toBe('')
  expect(await putBacks(house)).toHaveLength(1)
  expect(git(house, 'rev-parse', 'main')).toBe(main)
})

test('a person edits what is under review where its branch was deleted', async () => {
  const { house, pull } = await deleted()
  await house.desk.pulls.commit({ pull: pull.id, head: pull.head, changes: { 'plan.md': 'mine\n' } })
  expect((await house.desk.pulls.read(pull.id)).pull).toMatchObject({ round: 2 })
  expect(git(house, 'show', 'phase-1-strategic:plan.md')).toBe('mine\n')
  expect(git(house, 'log', '--format=%H', 'phase-1-strategic')).toContain(pull.head)
})

test('a branch that is deleted while the agent is at work is put back by nobody who edits: the agent may have come further', async () => {
  const { house, pull } = await deleted()
  await review(house, pull.id, { answer: 'request_changes', text: 'Louder.' })
  const edit = house.desk.pulls.commit({ pull: pull.id, head: pull.head, changes: { 'plan.md': 'mine\n' } })
  await expect(edit).rejects.toMatchObject({ code: 'head_moved' })
  expect(await house.log('branch_put_back')).toEqual([])
})

test('where the commit of a deleted branch is gone too, the approval stands and the job waits until it is back', async () => {
  const { house, leeway, run, pull, main } = await deleted()
  await leeway.close()
  const repair = broken(house, (file) => rmSync(file))
  await house.answerAll({ answer: 'approve' })
  const again = await house.open(GUIDED)
  again.program(ref('work'), (job) => job.phase(PLAN, plan))
  expect(await again.resume(run.job)).toMatchObject({ status: 'held' })
  expect((await house.desk.pulls.read(pull.id)).pull).toMatchObject({
    status: 'open',
    stuck: { code: 'repository_broken', reason: expect.stringMatching(/git fsck.*backup/) },
  })
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  repair()
  expect(await again.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(await putBacks(house)).toHaveLength(1)
})

/** Every file that holds objects, made unreadable in one way or another. */
const DAMAGE = [
  ['cut short', (file: string) => truncateSync(file, 20)],
  ['gone', (file: string) => rmSync(file)],
] as const

type Damage = (typeof DAMAGE)[number][1]

/** Damages every object, and gives the way back, as from a backup. */
function broken(house: Pick<House, 'root'>, damage: Damage): () => void {
  const objects = join(repositoryBelow(house.root), 'objects')
  const kept = join(house.root, 'kept')
  cpSync(objects, kept, { recursive: true })
  const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name)
    chmodSync(file, 0o600)
    damage(file)
  }
  return () => {
    rmSync(objects, { recursive: true })
    cpSync(kept, objects, { recursive: true })
  }
}

async function damaged(damage: Damage) {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  const main = git(house, 'rev-parse', 'main')
  return { house, leeway, run, id: pull!.id, main, repair: broken(house, damage) }
}

const GUIDED = { policy: 'jobs/guided', onHold: 'throw' } as const

test.for(DAMAGE)(
  'objects that are %s stop a merge, people are told why, and it is made once they are back',
  async ([, damage]) => {
    const { house, leeway, id, main, repair } = await damaged(damage)
    await leeway.close()
    await expect(house.desk.pulls.diff(id)).rejects.toMatchObject({ code: 'repository_broken' })
    await house.answerAll({ answer: 'approve' })
    // Whoever keeps the house tries, and it comes to nothing.
    const again = await house.open(GUIDED)
    await expect.poll(async () => (await house.log('merge_stuck')).length, { timeout: 20_000 }).toBe(1)
    await again.close()
    expect(git(house, 'rev-parse', 'main')).toBe(main)
    expect((await house.desk.pulls.list()).rows).toMatchObject([{ status: 'open', commit: null, turn: 'mend' }])
    const { pull } = await house.desk.pulls.read(id)
    expect(pull.stuck?.reason).toMatch(/git fsck.*backup/)
    // The same again is not said again.
    await (await house.open(GUIDED)).close()
    expect(await house.log('merge_stuck')).toHaveLength(1)

    repair()
    await house.open(GUIDED)
    await expect.poll(async () => (await house.desk.pulls.read(id)).pull.status, { timeout: 20_000 }).toBe('merged')
    expect((await house.desk.pulls.read(id)).pull.stuck).toBeUndefined()
    expect(git(house, 'log', '-1', '--format=%s', 'main')).toBe('The plan\n')
    expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  },
)

test('a program that can not merge in a damaged repository is left with the reason, and goes on once it is mended', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run } = await held(house)
  await leeway.close()
  const repair = broken(house, (file) => rmSync(file))
  await house.answerAll({ answer: 'approve' })
  const again = await house.open(GUIDED)
  again.program(ref('work'), (job) => job.phase(PLAN, plan))
  expect(await again.resume(run.job)).toMatchObject({ status: 'held' })
  const left = { status: 'running', waits_for: expect.stringContaining('git fsck') }
  expect((await house.desk.job(run.job)).job).toMatchObject(left)
  repair()
  expect(await again.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
})

test('a merge that is stuck goes with its job, whether or not its repository is mended', async () => {
  const { house, leeway, id, run: begun, main } = await damaged((file) => rmSync(file))
  await leeway.close()
  await house.answerAll({ answer: 'approve' })
  const again = await house.open(GUIDED)
  await expect.poll(async () => (await house.log('merge_stuck')).length, { timeout: 20_000 }).toBe(1)
  await again.close()
  await house.desk.cancel(begun.job, 'No longer wanted.')
  await house.open(GUIDED)
  const row = async () => (await house.store.get('pulls', id))?.row
  await expect.poll(row, { timeout: 20_000 }).toMatchObject({ status: 'closed', merge: null, commit: null })
  expect((await row())?.stuck).toBeUndefined()
  expect(git(house, 'rev-parse', 'main')).toBe(main)
})

test.for(DAMAGE)(
  'where objects are %s, what people and the agent have said is read all the same, and what is wrong with the files',
  async ([, damage]) => {
    const { folder, ada } = await atTheDesk()
    await ada(['pr', 'comment', 'phase-1', '--text', 'Which budget?', '--at', 'plan.md:1'])
    const before = JSON.parse((await ada(['pr', 'show', 'phase-1', '--json'])).out)
    expect(before.unread).toBeUndefined()
    broken(folder, damage)
    const { out } = await ada(['pr', 'show', 'phase-1', '--json'])
    const unread = { code: 'repository_broken', reason: expect.stringMatching(/git fsck.*backup/) }
    expect(JSON.parse(out)).toEqual({ ...before, commits: [], unread })
    const shown = await ada(['pr', 'show', 'phase-1'])
    expect({ ...shown, out: shown.out.replaceAll(/\s+/g, ' ') }).toMatchObject({
      code: 0,
      out: expect.stringMatching(/files can't be read: .*git fsck.*Which budget\?/),
    })
    expect(await ada(['pr', 'diff', 'phase-1'])).toMatchObject({ code: 1, err: expect.stringContaining('git fsck') })
  },
)

/** A plan that is held for Ada, who works alone in the terminal. */
async function atTheDesk() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  await leeway.start(
    leeway.program(ref('work'), (job) => job.phase(PLAN, plan)),
    { key: 'a', input: null },
  )
  await leeway.close()
  return { folder, ada }
}

test('where one file alone is gone, what was said is read all the same', async () => {
  const { folder, ada } = await atTheDesk()
  await ada(['pr', 'comment', 'phase-1', '--text', 'Which budget?', '--at', 'plan.md:1'])
  removeObject(repositoryBelow(folder.root), 'phase-1-strategic:plan.md')
  const { code, out } = await ada(['pr', 'show', 'phase-1'])
  expect([code, out.replaceAll(/\s+/g, ' ')]).toEqual([
    0,
    expect.stringMatching(
      /files can't be read: .*Which budget\?.* You can't approve it now: Its files can not be read: /,
    ),
  ])
})

test('where one file alone is gone, nobody approves by what is left', async () => {
  const { folder, ada } = await atTheDesk()
  const { pull } = JSON.parse((await ada(['pr', 'show', 'phase-1', '--json'])).out)
  removeObject(repositoryBelow(folder.root), 'phase-1-strategic:plan.md')
  const { code, err } = await ada(['pr', 'approve', 'phase-1', '--head', pull.head, '--seen'])
  expect([code, err]).toEqual([1, expect.stringContaining('git fsck')])
  expect(JSON.parse((await ada(['checkpoints', '--json'])).out).rows).toMatchObject([{ status: 'pending', votes: [] }])
})

test('a merge that is stuck says in the terminal why, and what to do', async () => {
  const { folder, ada } = await atTheDesk()
  const { pull } = JSON.parse((await ada(['pr', 'show', 'phase-1', '--json'])).out)
  await ada(['pr', 'approve', 'phase-1', '--head', pull.head])
  broken(folder, (file) => rmSync(file))
  const shown = () => ada(['pr', 'show', 'phase-1'])
  await folder.agent()
  const said = async () => (await shown()).out.replaceAll(/\s+/g, ' ')
  await expect
    .poll(said, { timeout: 20_000 })
    .toMatch(/a person, to mend what stops the merge: .*git fsck.* leeway doctor/)
  expect((await ada(['pr', '--json'])).out).toContain('"turn": "mend"')
})

/** The commits that branches were put back to. Keeper and program may both be about to, and say so before one of them does. */
async function putBacks(house: House): Promise<readonly string[]> {
  return [...new Set((await house.log('branch_put_back')).map(({ data }) => data.head))]
}

// biome-ignore format: a table
test.for([
  ['a file',       'phase-1-strategic:plan.md',   /The file \w+ is not in the repository/],
  ['a deep file',  'phase-1-strategic:a/b/c.md',  /The file \w+ is not in the repository/],
  ['a folder',     'phase-1-strategic:a/b',       /The folder \w+ is not in the repository/],
  ['the tree',     'phase-1-strategic^{tree}',    /is not in the repository|unable to read/],
] as const)('where %s of what was approved is gone, main stays until it is back', async ([, name, says]) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, pull } = await held(house, async (workspace) => {
    await workspace.step('write', (files) => {
      files.write('plan.md', 'one\ntwo\nthree\n')
      files.write('a/b/c.md', 'deep\n')
    })
    return {}
  })
  const main = git(house, 'rev-parse', 'main')
  await leeway.close()
  const putBack = removeObject(repositoryBelow(house.root), name)
  await house.answerAll({ answer: 'approve' })
  const again = await house.open(GUIDED)
  const stuck = async () => (await house.desk.pulls.read(pull!.id)).pull.stuck
  await expect.poll(stuck, { timeout: 20_000 }).toMatchObject({
    code: 'repository_broken',
    reason: expect.stringMatching(says),
  })
  await again.close()
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  putBack()
  await house.open(GUIDED)
  await expect.poll(async () => (await house.desk.pulls.read(pull!.id)).pull.status, { timeout: 20_000 }).toBe('merged')
  expect(git(house, 'show', 'main:a/b/c.md')).toBe('deep\n')
})

test('a repository that has lost its main is left alone, and the work goes on once it is back', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  await leeway.close()
  const main = git(house, 'rev-parse', 'main').trim()
  git(house, 'update-ref', '-d', 'refs/heads/main')
  await house.answerAll({ answer: 'approve' })
  const again = await house.open(GUIDED)
  again.program(ref('work'), (job) => job.phase(PLAN, plan))
  expect(await again.resume(run.job)).toMatchObject({ status: 'held' })
  expect((await house.desk.pulls.read(pull!.id)).pull).toMatchObject({
    status: 'open',
    stuck: { code: 'repository_broken', reason: expect.stringMatching(/no branch main.*backup/) },
  })
  git(house, 'update-ref', 'refs/heads/main', main)
  expect(await again.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(house, 'show', 'main:plan.md')).toBe('one\ntwo\nthree\n')
})
