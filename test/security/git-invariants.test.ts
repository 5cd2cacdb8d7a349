import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { pullContent } from '../../src/engine/pull/pull-state.ts'
import { Gate } from '../../src/model/gate.ts'
import type { JobId } from '../../src/model/ids.ts'
import { MAIN } from '../../src/review/branch-name.ts'
import { EVE, NOON, ROB } from '../../src/testing/builders.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { approvalOf, aRepository, BOT, commitTo, PHASE, theGit } from '../../src/testing/git-house.ts'
import { GitClient, served } from '../../src/testing/git-server.ts'
import { PullWorld } from '../../src/testing/pull-world.ts'
import { aWorld } from '../../src/testing/world.ts'
import { GitWorkspaces } from '../../src/workspace/git-workspaces.ts'
import { conflictsOf } from '../../src/workspace/merged-tree.ts'
import type { Oid } from '../../src/workspace/oid.ts'
import { openRepository } from '../../src/workspace/open-repository.ts'
import type { Repository } from '../../src/workspace/repository.ts'
import { shownFiles } from '../../src/workspace/shown-files.ts'
import { squashMerge } from '../../src/workspace/squash-merge.ts'
import { writeCommit } from '../../src/workspace/write-commit.ts'

const OTHER = 'phase-2-tactical'
const refused = (code: string) => expect.objectContaining({ code })

test('invariant 12: what a person pushes is a new revision of what is reviewed, and earlier votes are void', async () => {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const pull = await pulls.open()
  const gate = Gate.parse({ kind: 'phase', phase: 'strategic', number: 1 })
  const held = { gate, content: pullContent(pull, gate), pull: pull.id, terms: { quorum: 2 } }
  const { id, content_hash } = await pulls.world.hold(held)
  await pulls.submit('approve', { by: ROB })
  expect(await pulls.world.checkpoint(id)).toMatchObject({ revision: 1, votes: [{ by: 'rob' }] })
  await pulls.join('2')
  const after = await pulls.world.checkpoint(id)
  expect(after).toMatchObject({ revision: 2, votes: [] })
  expect(after.content_hash).not.toBe(content_hash)
  await expect(pulls.submit('approve', { by: EVE, content_hash })).rejects.toThrow(refused('stale_content'))
})

test('invariant 22: what the lines of a file do not show stands beside them', async () => {
  const repository = await aRepository()
  await commitTo(repository, { 'Readme.md': 'a\n' })
  const { commit: from } = await squashMerge(repository, await approvalOf(repository))
  const files = [
    { path: 'run.sh', content: 'x\n', kind: 'executable' },
    { path: 'here', content: 'run.sh', kind: 'link' },
    { path: 'README.md', content: 'b\n' },
    { path: 'p\u0430ypal.md', content: 'c\n' },
    { path: '.gitattributes', content: '*.md -diff\n' },
    { path: 'plain.md', content: 'd\n' },
  ] as const
  const to = await writeCommit(repository, { branch: OTHER, expected: null, files, author: BOT, message: 'Mine' })
  const shown = await shownFiles(repository, { from, to })
  expect(Object.fromEntries(shown.map(({ path, findings }) => [path, findings]))).toEqual({
    'run.sh': ['It is a file that can be run.'],
    here: ['It is a link.'],
    'README.md': ['Some computers take its name for Readme.md.'],
    'p\u0430ypal.md': ['The name mixes letters of scripts that look alike.'],
    '.gitattributes': ['"-diff" changes how other programs show or merge files. Leeway does not heed it.'],
    'plain.md': [],
  })
})

test('invariant 22: of what the lines do not show, every byte is named: how many, and as which object', async () => {
  const repository = await aRepository()
  const text = (end: string) => `first\n${'x'.repeat(5_000_000)}${end}\nlast\n`
  await commitTo(repository, { 'bin.dat': new Uint8Array(10), 'gone.dat': new Uint8Array(3), 'long.txt': text('') })
  const { commit: from } = await squashMerge(repository, await approvalOf(repository))
  const files = [
    { path: 'bin.dat', content: new Uint8Array(400_000), kind: 'executable' },
    { path: 'gone.dat', content: null },
    { path: 'long.txt', content: text('y') },
    { path: 'latin.txt', content: Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]) },
    { path: 'plain.md', content: 'd\n' },
  ] as const
  const to = await writeCommit(repository, { branch: OTHER, expected: null, files, author: BOT, message: 'Mine' })
  const shown = await shownFiles(repository, { from, to })
  const objectAt = async (at: string, path: string) =>
    (await repository.run(['rev-parse', `${at}:${path}`])).toString().trim()
  const sized = async (at: string, path: string, { size = 0, mode = '100644' }) => ({
    ...{ path, mode, size, object: await objectAt(at, path) },
  })
  expect(shown.map(({ path, unshown, old, new: now }) => ({ path, unshown, old, now }))).toEqual([
    {
      ...{ path: 'bin.dat', unshown: 'binary', old: await sized(from, 'bin.dat', { size: 10 }) },
      now: await sized(to, 'bin.dat', { size: 400_000, mode: '100755' }),
    },
    { path: 'gone.dat', unshown: 'binary', old: await sized(from, 'gone.dat', { size: 3 }), now: null },
    { path: 'latin.txt', unshown: 'binary', old: null, now: await sized(to, 'latin.txt', { size: 5 }) },
    {
      ...{ path: 'long.txt', unshown: 'cut', old: await sized(from, 'long.txt', { size: 5_000_012 }) },
      now: await sized(to, 'long.txt', { size: 5_000_013 }),
    },
    { path: 'plain.md', unshown: undefined, old: null, now: expect.not.objectContaining({ size: 0 }) },
  ])
  const long = shown.find(({ path }) => path === 'long.txt')
  const lines = long?.hunks[0]?.lines.map(({ kind, text: said, cut }) => [kind, said.length, cut])
  expect(lines).toContainEqual(['added', 10_000, 4_990_001])
})

test('invariant 25: main moves only by a merge of what was approved, onto the base that was approved', async () => {
  const repository = await aRepository()
  const begin = await repository.headOf(MAIN)
  const direct = { branch: MAIN, expected: begin, files: [{ path: 'a', content: '1' }], author: BOT, message: 'Mine' }
  await expect(writeCommit(repository, direct)).rejects.toThrow(refused('ref_refused'))
  await commitTo(repository, { a: '1' })
  await commitTo(repository, { b: '1' }, OTHER)
  const [first, second] = [await approvalOf(repository), await approvalOf(repository, OTHER)]
  // Both were approved on the same base: the one that comes second was never looked at as it would be.
  const { commit } = await squashMerge(repository, first)
  await expect(squashMerge(repository, second)).rejects.toThrow(refused('base_moved'))
  expect(await repository.headOf(MAIN)).toBe(commit)
  expect((await repository.commit(commit)).parents).toEqual([begin])
})

test('invariant 25: main is swapped by comparison, so that of two who saw the same base one loses', async () => {
  const repository = await aRepository()
  const begin = await repository.headOf(MAIN)
  const one = await commitTo(repository, { a: '1' })
  const two = await commitTo(repository, { b: '1' }, OTHER)
  const to = (oid: Oid) => repository.changeRefs([{ ref: `refs/heads/${MAIN}`, to: oid, from: begin }])
  await to(one)
  await expect(to(two)).rejects.toThrow(refused('branch_moved'))
  expect(await repository.headOf(MAIN)).toBe(one)
})

test('invariant 26: another tree than was shown is not merged, and neither is what was pushed since', async () => {
  const repository = await aRepository()
  const begin = await repository.headOf(MAIN)
  await commitTo(repository, { a: '1' })
  const shown = await approvalOf(repository)
  const { tree } = await repository.commit(await commitTo(repository, { a: '1', evil: '1' }, OTHER))
  await expect(squashMerge(repository, { ...shown, tree })).rejects.toThrow(refused('tree_changed'))
  await commitTo(repository, { a: '2' })
  await expect(squashMerge(repository, shown)).rejects.toThrow(refused('branch_moved'))
  expect(await repository.headOf(MAIN)).toBe(begin)
})

test('invariant 27: a push touches only the branches of whoever pushes', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  await commitTo(repository, { b: '1' }, OTHER)
  const refs = async () => (await repository.run(['for-each-ref'])).toString()
  const before = await refs()
  const ann = await GitClient.cloneOf(await served(repository))
  const mine = await ann.commitOf([{ path: 'c' }])
  const closed = [
    ...['refs/heads/main', `refs/heads/${OTHER}`, 'refs/heads/-x', 'refs/heads/HEAD', `refs/heads/${'a'.repeat(40)}`],
    ...[`refs/replace/${mine}`, 'refs/notes/commits', 'refs/tags/v1', `refs/leeway/history/${PHASE}`, 'refs/stash'],
  ]
  for (const ref of closed) {
    const { code } = await ann.run(['push', '--force', 'origin', `${mine}:${ref}`])
    expect([ref, code]).toEqual([ref, 1])
  }
  // Also on top of what stands there, so that nothing but whose branch it is speaks against it.
  const onTop = await ann.commitOf([{ path: 'c' }], OTHER)
  expect((await ann.run(['push', 'origin', `${onTop}:refs/heads/${OTHER}`])).code).toBe(1)
  expect(await refs()).toBe(before)
})

/** Everything that our git does to a repository, once. */
async function useAll(repository: Repository): Promise<void> {
  await commitTo(repository, { '.gitattributes': '* text=auto diff=evil merge=evil\n', a: '1\n' })
  await squashMerge(repository, await approvalOf(repository))
  await repository.run(['fsck', '--strict'])
  const ann = await GitClient.cloneOf(await served(repository))
  await ann.run(['push', 'origin', `${await ann.commitOf([{ path: 'c' }])}:refs/heads/${PHASE}`])
}

test('invariant 28: no git of ours runs anything that lies in a repository', async () => {
  const repository = await aRepository()
  const trap = join(aFolder(), 'trap')
  const script = join(repository.folder, 'evil.sh')
  await writeFile(script, `#!/bin/sh\ntouch ${trap}\n`)
  await chmod(script, 0o700)
  await mkdir(join(repository.folder, 'hooks'), { recursive: true })
  for (const hook of [
    'reference-transaction',
    'pre-receive',
    'update',
    'post-receive',
    'post-update',
    'proc-receive',
  ]) {
    await symlink(script, join(repository.folder, 'hooks', hook))
  }
  const settings = `core.fsmonitor core.sshCommand core.pager core.editor core.alternateRefsCommand diff.evil.command
    diff.evil.textconv merge.evil.driver merge.text.driver filter.evil.clean uploadpack.packObjectsHook gc.recentObjectsHook`
  for (const name of settings.split(/\s+/))
    await repository.run(['config', '--file', configOf(repository), name, script])
  await repository.run(['config', '--file', configOf(repository), 'merge.default', 'evil'])
  await useAll(repository)
  // Where both have changed the same lines a driver would be asked.
  const [one, other] = [await commitTo(repository, { a: '2\n' }), await commitTo(repository, { a: '3\n' }, OTHER)]
  expect(await conflictsOf(repository, { base: one, head: other })).toEqual(['a'])
  expect(existsSync(trap)).toBe(false)
})

function configOf({ folder }: Repository): string {
  return join(folder, 'config')
}

test('invariant 28: a repository that leads out of its place is not opened', async () => {
  const repository = await aRepository()
  const [root, name] = [dirname(repository.folder), basename(repository.folder)]
  const which = { git: await theGit(), root, job: 'job-1' as JobId }
  const info = join(repository.folder, 'objects', 'info')
  await mkdir(info, { recursive: true })
  await writeFile(join(info, 'alternates'), '/elsewhere/objects\n')
  await expect(openRepository(which)).rejects.toThrow(refused('repository_broken'))
  await rm(join(info, 'alternates'))
  await mkdir(join(repository.folder, 'info'))
  await writeFile(join(repository.folder, 'info', 'attributes'), '* merge=evil\n')
  await expect(openRepository(which)).rejects.toThrow('must not be there')
  await rm(join(repository.folder, 'info', 'attributes'))
  const outside = join(aFolder(), name)
  await rename(repository.folder, outside)
  await symlink(outside, join(root, name))
  await expect(openRepository(which)).rejects.toThrow(refused('repository_broken'))

  const workspaces = new GitWorkspaces(root, theGit)
  onTestFinished(() => workspaces.close())
  const request = new Request('http://x/info/refs?service=git-upload-pack')
  const answer = await workspaces.serve(which.job, { request, path: 'info/refs', branches: null, now: NOON })
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('"." leads somewhere else')])
})
