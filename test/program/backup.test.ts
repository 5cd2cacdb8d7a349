import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLeeway, openReception, workspacesAt } from '../../src/compose.ts'
import { cancelJob } from '../../src/engine/cancel-job.ts'
import { Policies } from '../../src/engine/policies.ts'
import { claimMerge } from '../../src/engine/pull/claim-merge.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { backUp, inspectKeptRepositories, restore } from '../../src/look-after.ts'
import { SYSTEM } from '../../src/model/actor.ts'
import { LOCAL } from '../../src/model/ids.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aDeskFolder } from '../../src/testing/desk-folder.ts'
import { run } from '../../src/testing/fake-io.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aHouse, type House } from '../../src/testing/house.ts'

const write =
  (path: string): PhaseWork =>
  async (workspace) => {
    await workspace.step('write', (files) => files.write(path, `${path}\n`))
    return undefined
  }

const repositories = (root: string) => join(root, '.leeway', 'repositories')

/** What git says of the only repository below a root. */
function git(root: string, ...args: string[]): string {
  const [name = ''] = readdirSync(repositories(root))
  return gitNow([`--git-dir=${join(repositories(root), name)}`, ...args]).toString()
}

/** Where the refs are, and every object there is, whether a ref leads to it or not. */
function allOf(root: string): readonly string[] {
  const objects = git(root, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)').trim().split('\n')
  return [git(root, 'for-each-ref', '--format=%(refname) %(objectname)'), ...objects.toSorted()]
}

/** A job with a phase that is merged and one behind `main` that is held, so that no ref leads to the tree that is shown of it. */
async function behindMain(house: House) {
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/dependent' })
  const program = leeway.program({ name: 'both', version: '1' }, (job) =>
    Promise.all([
      job.phase({ number: 1, type: 'tactical' }, write('a.txt')),
      job.phase({ number: 2, type: 'tactical' }, write('b.txt')),
    ]),
  )
  const run = leeway.start(program, { key: 'a', input: null, onHold: 'wait' }).catch(() => undefined)
  await expect.poll(async () => (await house.desk.checkpoints()).rows.length, { timeout: 10_000 }).toBe(2)
  const pulls = (await house.desk.pulls.list()).rows.toSorted((a, b) => a.branch.localeCompare(b.branch))
  const [first, second] = pulls
  if (!first?.checkpoint || second === undefined) throw new Error('Both were offered.')
  await house.answer(first.checkpoint, { answer: 'approve' })
  await expect.poll(async () => (await house.desk.pulls.read(first.id)).pull.status, { timeout: 10_000 }).toBe('merged')
  await house.desk.pulls.commit({ pull: second.id, head: second.head, changes: { 'b.txt': 'mine\n' } })
  return { leeway, run, held: second.id }
}

test('a backup brings the repositories along: every ref, and every object that a review names', async () => {
  const house = await aHouse()
  const { leeway, run: running, held } = await behindMain(house)
  const file = join(aFolder(), 'backup.db')
  expect(await backUp({ root: house.root, file })).toEqual({ repositories: 1, left: [], flawed: [], webhooks: 0 })
  const root = aFolder()
  expect(await restore({ root, file })).toMatchObject({ checkpoints: 1, carried: { repositories: 1, left: [] } })
  expect(allOf(root)).toEqual(allOf(house.root))
  expect(git(root, 'fsck', '--strict', '--no-dangling')).toBe('')
  expect(await inspectKeptRepositories(root)).toMatchObject([{ job: held.split(':')[0], wrong: undefined }])
  await leeway.close()
  await running
})

test('a restore names a repository that the backup does not have', async () => {
  const { ada, job, root } = await mergedJob()
  rmSync(repositories(root), { recursive: true })
  const file = join(aFolder(), 'backup.db')
  expect(await ada(['backup', file])).toMatchObject({ code: 0 })
  const there = { folder: aFolder(), environment: { NO_COLOR: '1' } }
  expect(await run(['restore', file], there)).toMatchObject({
    code: 1,
    err: expect.stringMatching(
      new RegExp(`Left out: \\S+\\.git\\. The backup has no repository of ${job}.*leeway cancel`),
    ),
  })
})

/** A job whose only phase was merged because nobody needs to look. */
async function mergedJob() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const leeway = await folder.agent({ policy: 'jobs/full' })
  const program = leeway.program({ name: 'one', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'tactical' }, write('a.txt')),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  await leeway.close()
  return { ...folder, ada, job }
}

test('a repository that is broken or missing is named: by doctor, and when it is left out of a backup', async () => {
  const { root, ada, job } = await mergedJob()
  const doctor = async () => {
    const { findings } = JSON.parse((await ada(['doctor', '--json'])).out)
    return findings.find(({ check }: { check: string }) => check === 'repository')
  }
  expect(await doctor()).toMatchObject({ ok: true, detail: '1 repository was read to the last object.' })
  const sound = join(aFolder(), 'sound.db')
  expect(await ada(['backup', sound])).toMatchObject({ code: 0, out: expect.stringContaining('Everything is in') })

  const [name = ''] = readdirSync(repositories(root))
  const packs = join(repositories(root), name, 'objects', 'pack')
  for (const pack of readdirSync(packs).slice(0, 2)) rmSync(join(packs, pack))
  expect(await doctor()).toMatchObject({
    ok: false,
    detail: expect.stringContaining(`${job}, in ${join(repositories(root), name)}: git fsck finds:`),
  })
  const broken = await ada(['backup', join(aFolder(), 'broken.db')])
  expect(broken).toMatchObject({ code: 1, out: expect.stringContaining('Everything but 1 repository') })
  expect(broken.err).toContain(`Left out: ${name}. git fsck finds:`)

  rmSync(repositories(root), { recursive: true })
  expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('has no repository') })
  // What was sound once comes back, and says so.
  const again = aFolder()
  const restored = await run(['restore', sound], { folder: again })
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('to the last object: 1 repository.') })
  expect(git(again, 'show', 'main:a.txt')).toBe('a.txt\n')
})

/** Two ways in which a repository is not as it should be, and lacks nothing. */
const FLAWS = [
  [
    'holds what git finds fault with',
    /git fsck finds: error in blob \w+: gitmodulesUrl: .*Every object is there.*Take it out in the next commit/,
    (root: string) => {
      const modules = `100644 blob ${put(root, 'hash-object', '[submodule "x"]\n\turl = --upload-pack=x\n')}\t.gitmodules\n`
      const tree = put(root, 'mktree', modules)
      const who = ['-c', 'user.name=eve', '-c', 'user.email=eve@localhost']
      git(root, 'update-ref', 'refs/heads/main', git(root, ...who, 'commit-tree', tree, '-p', 'main', '-m', 'x').trim())
    },
  ],
  [
    'has lost its main',
    /It has no branch main.*Every object is there: put it back/,
    (root: string) => {
      git(root, 'update-ref', 'refs/heads/phase-1-strategic', 'main')
      git(root, 'update-ref', '-d', 'refs/heads/main')
    },
  ],
] as const

/** Writes an object, and gives its name. */
function put(root: string, command: 'hash-object' | 'mktree', input: string): string {
  const [name = ''] = readdirSync(repositories(root))
  const args = command === 'mktree' ? ['mktree'] : ['hash-object', '-w', '--stdin']
  return gitNow([`--git-dir=${join(repositories(root), name)}`, ...args], { input })
    .toString()
    .trim()
}

test.for(FLAWS)(
  'a repository that %s goes along whole in a backup, and is named, also by doctor',
  async ([, says, spoil]) => {
    const { root, ada } = await mergedJob()
    spoil(root)
    const [name = ''] = readdirSync(repositories(root))
    const file = join(aFolder(), 'backup.db')
    const told = expect.stringMatching(new RegExp(`^Taken as it is: ${name}\\. ${says.source}`))
    expect(await ada(['backup', file])).toMatchObject({
      code: 0,
      out: expect.stringContaining('Everything'),
      err: told,
    })
    expect((await ada(['doctor'])).out.replaceAll(/\s+/g, ' ')).toMatch(says)
    const again = aFolder()
    expect(await run(['restore', file], { folder: again })).toMatchObject({ code: 0, err: told })
    expect(allOf(again)).toEqual(allOf(root))
  },
)

test('a repository that is there already is not replaced by a backup, and that is said', async () => {
  const { ada, root } = await mergedJob()
  const file = join(aFolder(), 'backup.db')
  await ada(['backup', file])
  rmSync(join(root, '.leeway', 'leeway.db'))
  const before = allOf(root)
  const restored = await run(['restore', file], { folder: root })
  expect(restored).toMatchObject({ code: 1, err: expect.stringContaining('There is a repository') })
  expect(allOf(root)).toEqual(before)
})

/** A merge that is permitted and on `main`, of which nothing was recorded because everything ended there. */
async function mergedAndUntold() {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic' }, write('plan.md')),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  await leeway.close()
  await house.answerAll({ answer: 'approve' })
  const [open] = (await house.desk.pulls.list()).rows
  if (open === undefined) throw new Error('Nothing was offered.')
  const ports = { store: house.store, policies: new Policies(catalog) }
  const { pull, plan } = await runCommand(ports, claimMerge, { pull: open.id, by: SYSTEM })
  const workspaces = workspacesAt(house.root)
  await workspaces.merge(pull, plan, async () => {})
  await workspaces.close()
  return { house, ports, job, pull: open.id, main: git(house.root, 'rev-parse', 'main').trim() }
}

test('a merge that was made before its job was cancelled is recorded, and the log says of which job', async () => {
  const { house, ports, job, pull, main } = await mergedAndUntold()
  await runCommand(ports, cancelJob, { job, by: SYSTEM, tenant: LOCAL, reason: 'Enough.' })
  await house.open()
  expect((await house.store.get('pulls', pull))?.row).toMatchObject({ status: 'merged', commit: main })
  expect(await house.log('pull_merged')).toMatchObject([{ data: { commit: main, job: 'cancelled' } }])
})

test('a merge that was claimed and not made is not made after its job was cancelled, and its pull request goes with it', async () => {
  const { house, ports, job, pull } = await mergedAndUntold()
  git(house.root, 'update-ref', 'refs/heads/main', 'main~1')
  await runCommand(ports, cancelJob, { job, by: SYSTEM, tenant: LOCAL, reason: 'Enough.' })
  await house.open()
  expect((await house.store.get('pulls', pull))?.row).toMatchObject({ status: 'closed', merge: null, commit: null })
  expect(git(house.root, 'log', '--format=%s', 'main')).toBe('Begin\n')
})

test('a merge that a backup knows as permitted is recorded where the repository has it', async () => {
  const { house, pull, main } = await mergedAndUntold()
  const file = join(aFolder(), 'backup.db')
  await backUp({ root: house.root, file })
  const root = aFolder()
  await restore({ root, file })
  const store = await openSqliteStore({ folder: join(root, '.leeway') })
  expect((await store.get('pulls', pull))?.row).toMatchObject({ status: 'merged', commit: main })
  await store.close()
  expect(git(root, 'rev-parse', 'main').trim()).toBe(main)
})

test('a review that waited when the backup was made is asked for again, and its work is not given up', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const phase = { number: 1, type: 'strategic', title: 'The plan' } as const
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const program = leeway.program({ name: 'work', version: '1' }, (job) => job.phase(phase, write('plan.md')))
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const file = join(aFolder(), 'backup.db')
  await backUp({ root: house.root, file })

  const root = aFolder()
  await restore({ root, file })
  const again = await openLeeway({ root, agent: 'scout', policy: 'jobs/guided', onHold: 'throw', tellHolds: false })
  onTestFinished(() => again.close())
  again.program({ name: 'work', version: '1' }, (other) => other.phase(phase, write('plan.md')))
  const reception = await openReception({ root })
  onTestFinished(() => reception.close())
  const desk = await reception.desk(house.token)
  await desk.resume(job, 'Go on.')
  expect(await again.resume(job)).toMatchObject({ status: 'held' })
  const [held] = (await desk.checkpoints()).rows
  expect((await desk.pulls.list()).rows).toMatchObject([{ status: 'open', checkpoint: held?.id }])
  const { id: checkpoint, content_hash } = held!
  await desk.answer({ checkpoint, content_hash, review: { answer: 'approve' } })
  expect(await again.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(git(root, 'show', 'main:plan.md')).toBe('plan.md\n')
})
