import { existsSync, readdirSync, rmSync } from 'node:fs'
import { chmod, readdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { aFolder } from '../testing/folder.ts'
import { approvalOf, aRepository, BOT, commitTo, PHASE, theGit } from '../testing/git-house.ts'
import { diffTrees } from './diff-trees.ts'
import { Git } from './git.ts'
import { commitOfTree, importCommit } from './import-commit.ts'
import { mergedTree } from './merged-tree.ts'
import { Oid } from './oid.ts'
import { type RefChange, Repository } from './repository.ts'
import { historyRef, madeBefore, squashMerge } from './squash-merge.ts'

const OTHER = 'phase-2-tactical'
const fails = (code: string) => expect.objectContaining({ code })

async function refsOf(repository: Repository): Promise<readonly string[]> {
  const said = await repository.run(['for-each-ref', '--format=%(refname)'])
  return said.toString().trim().split('\n')
}

test('an approved branch becomes one commit on main, goes, and stays to be seen', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const head = await commitTo(repository, { b: '2' })
  const approval = await approvalOf(repository)
  const trailers = [{ key: 'Reviewed-by', value: 'ann\nEvil: yes' }]
  const { commit, repeated } = await squashMerge(repository, { ...approval, message: 'Plan it\n\nWhy.', trailers })
  expect(repeated).toBe(false)
  expect(await repository.commit(await repository.headOf(MAIN))).toEqual({
    oid: commit,
    tree: approval.tree,
    parents: [approval.base],
    author: 'Leeway <leeway@localhost> 1794830400 +0000',
    committer: 'Leeway <leeway@localhost> 1794830400 +0000',
    message: 'Plan it\n\nWhy.\n\nReviewed-by: ann Evil: yes\n',
  })
  expect(await refsOf(repository)).toEqual([`refs/heads/${MAIN}`, historyRef(PHASE)])
  expect((await repository.run(['rev-parse', historyRef(PHASE)])).toString().trim()).toBe(head)
  expect((await repository.run(['fsck', '--strict'])).toString()).toBe('')
})

test('whoever merges is asked once main is locked, and what they refuse leaves every ref as it was', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  const before = await repository.run(['for-each-ref'])
  const lock = join(repository.folder, 'refs', 'heads', `${MAIN}.lock`)
  const beforeMoving = async () => {
    if (existsSync(lock)) throw new Error('No longer wanted.')
  }
  await expect(squashMerge(repository, { ...approval, beforeMoving })).rejects.toThrow('No longer wanted.')
  expect(await repository.run(['for-each-ref'])).toEqual(before)
  expect(existsSync(lock)).toBe(false)
  expect(await squashMerge(repository, { ...approval, beforeMoving: async () => {} })).toMatchObject({
    repeated: false,
  })
})

test('merging the same again gives the same commit, also when main has gone on and when the branch was left behind', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  const { commit } = await squashMerge(repository, approval)
  expect(await squashMerge(repository, approval)).toEqual({ commit, repeated: true })

  // As a crash between the two would leave it.
  await repository.changeRefs([
    { ref: `refs/heads/${PHASE}`, to: head },
    { ref: historyRef(PHASE), to: null },
  ])
  expect(await squashMerge(repository, approval)).toEqual({ commit, repeated: true })
  expect(await refsOf(repository)).toEqual([`refs/heads/${MAIN}`, historyRef(PHASE)])

  await commitTo(repository, { b: '2' }, OTHER)
  await squashMerge(repository, await approvalOf(repository, OTHER))
  expect(await squashMerge(repository, approval)).toEqual({ commit, repeated: true })
})

test('a push between approval and merge is never merged, and main stays', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: 'seen' })
  const approval = await approvalOf(repository)
  const pushed = await commitTo(repository, { a: 'unseen' })
  await expect(squashMerge(repository, approval)).rejects.toThrow(fails('branch_moved'))
  expect(await repository.headOf(MAIN)).toBe(approval.base)
  expect(await repository.headOf(PHASE)).toBe(pushed)
})

test('a tree that nobody saw is not merged', async () => {
  const repository = await aRepository()
  const first = await commitTo(repository, { a: 'seen' })
  const { tree } = await repository.commit(first)
  await commitTo(repository, { a: 'unseen' })
  const approval = { ...(await approvalOf(repository)), tree }
  await expect(squashMerge(repository, approval)).rejects.toThrow(fails('tree_changed'))
  expect(await repository.headOf(MAIN)).toBe(approval.base)
})

test('of merges that race onto one base, one wins, and the others have to be reviewed again', async () => {
  const repository = await aRepository()
  const branches = [1, 2, 3, 4].map((number) => `phase-${number}-tactical`)
  for (const branch of branches) await commitTo(repository, { [branch]: '1' }, branch)
  const approvals = await Promise.all(branches.map((branch) => approvalOf(repository, branch)))
  const results = await Promise.allSettled(approvals.map((approval) => squashMerge(repository, approval)))
  const codes = results.map((result) => (result.status === 'fulfilled' ? 'merged' : result.reason.code))
  expect(codes.toSorted()).toEqual(['base_moved', 'base_moved', 'base_moved', 'merged'])
})

test('the same merge made by several at once is one commit for all of them', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  const made = await Promise.all([1, 2, 3, 4].map(() => squashMerge(repository, approval)))
  expect(new Set(made.map(({ commit }) => commit)).size).toBe(1)
  expect((await repository.run(['rev-list', '--count', MAIN])).toString().trim()).toBe('2')
})

test('a tree that another process is writing, or was killed over, is written all the same', async () => {
  const [lost, repository] = [await aRepository('job-1'), await aRepository('job-2')]
  const heads: Oid[] = []
  for (const one of [lost, repository]) {
    await commitTo(one, { a: '1' })
    heads.push(await commitTo(one, { b: '2' }, OTHER))
    await squashMerge(one, await approvalOf(one))
  }
  const merged = { base: await repository.headOf(MAIN), head: heads[1] as Oid }
  const packs = join('objects', 'pack')
  const before = new Set(await readdir(join(lost.folder, packs)))
  const tree = await mergedTree(lost, merged)
  const made = (await readdir(join(lost.folder, packs))).filter((name) => !before.has(name) && name.endsWith('.pack'))
  expect(made.length).toBe(1)
  // What git leaves of that pack when it is killed: the lock, which nobody would ever take away.
  for (const name of made) await writeFile(join(repository.folder, packs, name.replace('.pack', '.keep')), '')
  expect(await mergedTree(repository, merged)).toBe(tree)
  expect((await readdir(repository.folder)).filter((name) => name.startsWith('fast_import_crash'))).toEqual([])
})

test('a commit of a tree is the one that fast-import writes, and is put over what a broken disk left of it', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  const { tree } = await repository.commit(head)
  const base = await repository.headOf(MAIN)
  const told = { author: BOT, message: 'Ü\r\n\nWhy. ', trailers: [{ key: 'Reviewed-by', value: 'ann' }] }
  const commit = await commitOfTree(repository, { ...told, tree, parents: [base] })
  const other = await aRepository('job-2')
  expect(await importCommit(other, { ...told, parent: base, files: [{ path: 'a', content: '1' }] })).toBe(commit)

  const place = join(repository.folder, 'objects', commit.slice(0, 2))
  await rm(join(place, commit.slice(2)))
  await writeFile(join(place, commit.slice(2)), '')
  await repository.close()
  await expect(repository.commit(commit)).rejects.toThrow(fails('repository_broken'))
  expect(await commitOfTree(repository, { ...told, tree, parents: [base] })).toBe(commit)
  expect(await repository.commit(commit)).toMatchObject({ tree, parents: [base] })
  expect(await readdir(place)).toEqual([commit.slice(2)])
  expect((await repository.run(['fsck', '--strict', '--no-dangling'])).toString()).toBe('')
})

test.for(['tree', 'base'] as const)('no commit is written of a %s that is not there', async (what) => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  await commitTo(repository, { b: '2' }, OTHER)
  await squashMerge(repository, await approvalOf(repository, OTHER))
  const gone = Oid.parse('1'.repeat(40))
  const told = madeBefore(repository, { ...approval, [what]: gone })
  await expect(told).rejects.toMatchObject({ code: 'repository_broken', details: { oid: gone } })
  expect((await repository.run(['fsck', '--strict', '--no-dangling'])).toString()).toBe('')
})

test('a disk on which no object can be written says so, and main stays', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  const objects = join(repository.folder, 'objects')
  const kept = (await readdir(objects)).filter((name) => name.length === 2)
  for (let at = 0; at < 256; at += 1) {
    const name = at.toString(16).padStart(2, '0')
    if (!kept.includes(name)) await writeFile(join(objects, name), '')
  }
  await expect(squashMerge(repository, approval)).rejects.toThrow(/^git write of an object failed/)
  expect(await repository.headOf(MAIN)).toBe(approval.base)
})

test('a merge that meets another process at every ref is done once and told to both', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  const other = new Repository(await theGit(), repository.folder)
  onTestFinished(() => other.close())
  const commit = await commitOfTree(other, { ...approval, parents: [approval.base] })
  const steps = [
    () => other.changeRefs([{ ref: `refs/heads/${MAIN}`, to: commit, from: approval.base }]),
    () => other.changeRefs([{ ref: `refs/heads/${PHASE}`, to: null, from: approval.head }]),
  ]
  // The other one is always one ref ahead.
  class Behind extends Repository {
    override async changeRefs(changes: readonly RefChange[], beforeMoving?: () => Promise<unknown>): Promise<void> {
      await steps.shift()?.()
      await super.changeRefs(changes, beforeMoving)
    }
  }
  const behind = new Behind(await theGit(), repository.folder)
  onTestFinished(() => behind.close())
  expect(await squashMerge(behind, approval)).toEqual({ commit, repeated: true })
  expect(await refsOf(repository)).toEqual([`refs/heads/${MAIN}`, historyRef(PHASE)])
})

test('an approval for an older main is not merged, and its branch stays', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  await commitTo(repository, { b: '2' }, OTHER)
  const late = await approvalOf(repository, OTHER)
  const { commit } = await squashMerge(repository, await approvalOf(repository))
  await expect(squashMerge(repository, late)).rejects.toThrow(fails('base_moved'))
  expect([await repository.headOf(MAIN), await repository.headOf(OTHER)]).toEqual([commit, late.head])
})

test('work on an older main is merged for real, once what comes of it was seen', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  await commitTo(repository, { b: '2' }, OTHER)
  await squashMerge(repository, await approvalOf(repository))
  const approval = await approvalOf(repository, OTHER)
  const tree = await mergedTree(repository, approval)
  expect(tree).not.toBe(approval.tree)
  await squashMerge(repository, { ...approval, tree })
  const shown = await diffTrees(repository, { from: approval.base, to: await repository.headOf(MAIN) })
  expect(shown.map((file) => file.new?.path)).toEqual(['b'])
})

test('a conflict names its files and leaves everything as it was', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1', same: 'x' })
  await commitTo(repository, { a: '2', same: 'x' }, OTHER)
  await squashMerge(repository, await approvalOf(repository))
  const approval = await approvalOf(repository, OTHER)
  const merging = squashMerge(repository, approval)
  await expect(merging).rejects.toThrow(fails('merge_conflict'))
  await expect(merging).rejects.toThrow('the same lines of a.')
  expect(await repository.headOf(MAIN)).toBe(approval.base)
  expect(await repository.headOf(OTHER)).toBe(approval.head)
})

test('a branch that was deleted under review is not merged', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  const approval = await approvalOf(repository)
  await repository.changeRefs([{ ref: `refs/heads/${PHASE}`, to: null }])
  await expect(squashMerge(repository, approval)).rejects.toThrow(fails('branch_moved'))
  await expect(repository.headOf(PHASE)).rejects.toThrow('merged, closed, deleted or never made')
  expect(await repository.headOf(MAIN)).toBe(approval.base)
})

test('a damaged pack is named as damage, and main stays', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: 'x'.repeat(5000) })
  const approval = await approvalOf(repository)
  await repository.close()
  const packs = join(repository.folder, 'objects/pack')
  for (const name of (await readdir(packs)).filter((file) => file.endsWith('.pack')))
    await truncate(join(packs, name), 40)
  await expect(squashMerge(repository, approval)).rejects.toThrow(fails('repository_broken'))
})

test.for([/\.pack$/, /\.idx$/, /./])(
  'what is deleted while git has it open (%s) is missed, and main stays',
  async (which) => {
    const repository = await aRepository()
    // Somebody else writes it, so that of these packs is only known what was read.
    const writer = new Repository(await theGit(), repository.folder)
    onTestFinished(() => writer.close())
    await commitTo(writer, { a: '1', 'b/c': '2' })
    const approval = await approvalOf(repository)
    // Until it is noted what git may have open.
    await setTimeout(50)
    const reading = repository.objects
    const objects = join(repository.folder, 'objects')
    const names = (await readdir(objects, { recursive: true })).filter(
      (name) => which.test(name) && /[0-9a-f]{38}/.test(name),
    )
    for (const name of names) await rm(join(objects, name))
    const others = reading.info(approval.tree)
    await expect(squashMerge(repository, approval)).rejects.toThrow(fails('repository_broken'))
    expect(await repository.tip(MAIN)).toBe(approval.base)
    expect(await others).toMatchObject({ oid: approval.tree })
  },
)

test('what is deleted as soon as git has opened it is missed as well', async () => {
  const writer = await aRepository()
  await commitTo(writer, { a: '1' })
  const repository = new Repository(await theGit(), writer.folder)
  onTestFinished(() => repository.close())
  const approval = await approvalOf(repository)
  const packs = join(repository.folder, 'objects/pack')
  for (const name of readdirSync(packs)) rmSync(join(packs, name))
  await expect(squashMerge(repository, approval)).rejects.toThrow(fails('repository_broken'))
  expect(await repository.tip(MAIN)).toBe(approval.base)
})

test.for([
  ['its middle', (bytes: Buffer) => bytes.fill(0, bytes.length >> 1, (bytes.length >> 1) + 8)],
  ['all but its head', (bytes: Buffer) => bytes.subarray(0, 40)],
] as const)(
  'a pack that is written over in place (%s) while git has it open is missed, and main stays, also at the next try',
  async ([, change]) => {
    const { repository, approval, pack } = await anOpenPack()
    const sound = await readFile(pack)
    await chmod(pack, 0o644)
    await writeFile(pack, change(Buffer.from(sound)))
    for (const _ of ['once', 'again']) {
      await expect(squashMerge(repository, approval)).rejects.toThrow(fails('repository_broken'))
      expect(await repository.tip(MAIN)).toBe(approval.base)
    }
    // From a backup, say.
    await writeFile(pack, sound)
    expect((await squashMerge(repository, approval)).repeated).toBe(false)
  },
)

test('a pack that git has touched, as it does with one that holds what is written again, is merged from', async () => {
  const { repository, approval, pack } = await anOpenPack()
  await utimes(pack, new Date(), new Date())
  expect((await squashMerge(repository, approval)).repeated).toBe(false)
  expect((await repository.run(['fsck', '--strict'])).toString()).toBe('')
})

/** The work of a phase in a pack of its own, which git has open, and which was noted. */
async function anOpenPack() {
  const repository = await aRepository()
  const packs = join(repository.folder, 'objects/pack')
  const before = new Set(await readdir(packs))
  const writer = new Repository(await theGit(), repository.folder)
  onTestFinished(() => writer.close())
  const noise = Array.from({ length: 2000 }, (_, at) => (at * 7919) % 65_521).join(' ')
  await commitTo(writer, { a: noise })
  const approval = await approvalOf(repository)
  await repository.file(Oid.parse((await repository.run(['rev-parse', `${approval.head}:a`])).toString().trim()), 1e6)
  await setTimeout(50)
  const [name = ''] = (await readdir(packs)).filter((one) => !before.has(one) && one.endsWith('.pack'))
  return { repository, approval, pack: join(packs, name) }
}

test('a branch whose commit is missing is named as damage', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  await repository.close()
  await writeFile(join(repository.folder, 'refs/heads', PHASE), `${'1'.repeat(40)}\n`)
  await expect(repository.head(PHASE)).rejects.toThrow(/111 is not in the repository of the job.*git fsck/)
  await rm(join(repository.folder, 'refs/heads', PHASE))
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('a disk that is full says so, and main stays', async () => {
  const repository = await aRepository()
  const folder = aFolder()
  // A limit on the size of files is the nearest thing to a full disk that a test can have.
  await writeFile(join(folder, 'git'), `#!/bin/sh\nulimit -f 8\ntrap '' XFSZ\nexec ${(await theGit()).path} "$@"\n`, {
    mode: 0o755,
  })
  const full = new Repository(new Git(join(folder, 'git'), ''), repository.folder)
  const noise = Array.from({ length: 20_000 }, (_, at) => (at * 7919) % 65_521).join(' ')
  await expect(commitTo(full, { a: noise })).rejects.toThrow(fails('disk_full'))
  await full.close()
  expect(await repository.head(PHASE)).toBeUndefined()
  expect((await readdir(repository.folder)).filter((name) => name.includes('crash'))).toEqual([])
  await commitTo(repository, { a: noise })
})

test('refs change together or not at all', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  const wrong = Oid.parse('2'.repeat(40))
  const changes = [
    { ref: 'refs/leeway/history/x', to: head, from: null },
    { ref: `refs/heads/${PHASE}`, to: null, from: wrong },
  ]
  await expect(repository.changeRefs(changes)).rejects.toThrow(fails('branch_moved'))
  expect(await refsOf(repository)).toEqual([`refs/heads/${MAIN}`, `refs/heads/${PHASE}`])
})

test('a long job keeps few packs and loses nothing', async () => {
  const repository = await aRepository()
  let head = await commitTo(repository, { 'file-0': '0' })
  for (let step = 1; step < 42; step += 1) head = await commitTo(repository, { [`file-${step}`]: String(step) })
  await squashMerge(repository, await approvalOf(repository))
  // Nobody waits for the packs to be put together, nor does whoever goes on meanwhile.
  for (let step = 1; step < 6; step += 1) await commitTo(repository, { [`more-${step}`]: String(step) }, OTHER)
  await repository.close()
  const packs = (await readdir(join(repository.folder, 'objects/pack'))).filter((name) => name.endsWith('.pack'))
  expect(packs.length).toBeLessThan(10)
  expect((await repository.run(['rev-list', '--count', head])).toString().trim()).toBe('43')
  await commitTo(repository, { more: '1' }, OTHER)
  expect((await repository.run(['rev-list', '--count', OTHER])).toString().trim()).toBe('8')
  expect((await repository.run(['fsck', '--strict'])).toString()).toBe('')
})
