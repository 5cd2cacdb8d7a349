import { mkdir, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { JobId } from '../model/ids.ts'
import { MAIN } from '../review/branch-name.ts'
import { shownPath } from '../review/tree-entry.ts'
import { aFolder } from '../testing/folder.ts'
import { aRepository, BOT, commitTo, PHASE, theGit } from '../testing/git-house.ts'
import { closeBranch } from './close-branch.ts'
import { changedFiles, diffTrees } from './diff-trees.ts'
import { fileAt } from './file-at.ts'
import { findGit } from './find-git.ts'
import { Git } from './git.ts'
import { EMPTY_TREE } from './git-environment.ts'
import { listCommits } from './list-commits.ts'
import { listTree } from './list-tree.ts'
import { isAncestor, mergeBase } from './merge-base.ts'
import { NO_OID, Oid } from './oid.ts'
import { folderName, initRepository, openRepository } from './open-repository.ts'
import { readTree } from './read-tree.ts'
import type { Repository } from './repository.ts'
import { requireWhole } from './require-whole.ts'
import { writeCommit } from './write-commit.ts'

const fails = (code: string) => expect.objectContaining({ code })

async function filesOf(repository: Repository, commit: Oid): Promise<readonly string[]> {
  const { tree } = await repository.commit(commit)
  return (await listTree(repository, tree)).map(({ path }) => shownPath(path))
}

test('a new repository has one empty commit on main, and only its owner may look', async () => {
  const repository = await aRepository()
  const main = await repository.commit(await repository.headOf(MAIN))
  expect(main).toMatchObject({ parents: [], message: 'Begin\n', tree: EMPTY_TREE })
  expect((await stat(repository.folder)).mode & 0o777).toBe(0o700)
  expect(await readdir(repository.folder)).not.toContain('hooks')
})

test('a new repository is what git itself makes, and git finds nothing wrong with it', async () => {
  const git = await theGit()
  const repository = await aRepository()
  const [ours, theirs] = [repository.folder, aFolder()]
  await git.run(['init', '--quiet', '--bare', '--template=', `--initial-branch=${MAIN}`, theirs])
  expect((await readdir(ours)).sort()).toEqual((await readdir(theirs)).sort())
  const told = async (folder: string, key: string) =>
    (await git.run([`--git-dir=${folder}`, 'config', '--get', key])).toString()
  for (const key of ['core.repositoryformatversion', 'core.bare', 'core.filemode'])
    expect(await told(ours, key)).toBe(await told(theirs, key))
  expect((await repository.run(['symbolic-ref', 'HEAD'])).toString()).toBe(`refs/heads/${MAIN}\n`)
  expect(await repository.attempt(['fsck', '--strict', '--no-dangling'])).toMatchObject({ code: 0, stderr: '' })
})

test('making it again opens what is there, and ten at once make one', async () => {
  const root = join(aFolder(), 'repositories')
  const which = { git: await theGit(), root, job: 'job-1' as JobId }
  const made = await Promise.all(
    Array.from({ length: 10 }, () => initRepository(which, { author: BOT, message: 'Begin' })),
  )
  const heads = await Promise.all(made.map((repository) => repository.headOf(MAIN)))
  for (const repository of made) await repository.close()
  expect(new Set(heads).size).toBe(1)
  expect(await readdir(root)).toEqual(['job-1.git'])
})

test('a git that waits for its next question keeps no process from ending', async () => {
  const gits = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const before = gits()
  const repository = await aRepository()
  await commitTo(repository, { 'a.txt': 'one\n' })
  const asked = repository.headOf(MAIN)
  expect(gits()).toBeGreaterThan(before)
  await asked
  expect(gits()).toBe(before)
})

test('ids that differ only in their letters have folders that no disk takes for one', () => {
  const names = ['job', 'Job', 'JOB', 'j:ob', 'j_ob', 'x'.repeat(128), 'X'.repeat(128)].map((id) =>
    folderName(id as JobId),
  )
  expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length)
  expect(Math.max(...names.map((name) => name.length))).toBeLessThan(200)
})

test('files become a commit without a checkout, in folders, run, linked and deleted', async () => {
  const repository = await aRepository()
  await commitTo(repository, { 'a.txt': 'one\n', 'deep/er/ü "b".txt': 'two\n', gone: 'x' })
  const files = [
    { path: 'gone', content: null },
    { path: 'run.sh', content: 'echo\n', kind: 'executable' },
    { path: 'deep/link', content: '../a.txt', kind: 'link' },
  ] as const
  const expected = await repository.headOf(PHASE)
  const oid = await writeCommit(repository, { branch: PHASE, expected, files, author: BOT, message: 'More' })
  const { tree } = await repository.commit(oid)
  expect((await listTree(repository, tree)).map(({ path, mode }) => `${mode} ${Buffer.from(path)}`)).toEqual([
    '100644 a.txt',
    '100644 deep/er/ü "b".txt',
    '120000 deep/link',
    '100755 run.sh',
  ])
  expect((await repository.run(['fsck', '--strict'])).toString()).toBe('')
})

test('the same files on the same commit at the same moment are the same commit', async () => {
  const [one, other] = [await aRepository(), await aRepository()]
  expect(await commitTo(one, { a: '1' })).toBe(await commitTo(other, { a: '1' }))
})

test('the second of two writers is refused, and so is one who thinks that the branch is new', async () => {
  const repository = await aRepository()
  const first = await commitTo(repository, { a: '1' })
  const write = (expected: Oid | null, content: string) =>
    writeCommit(repository, { branch: PHASE, expected, files: [{ path: 'b', content }], author: BOT, message: 'b' })
  const results = await Promise.allSettled(['1', '2', '3'].map((content) => write(first, content)))
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
  const lost = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(lost).toEqual(['branch_moved', 'branch_moved'])
  await expect(write(null, '4')).rejects.toThrow(fails('branch_moved'))
})

test('main is written by nobody but a merge', async () => {
  const repository = await aRepository()
  await expect(commitTo(repository, { a: '1' }, MAIN)).rejects.toThrow(fails('ref_refused'))
})

// biome-ignore format: a table
const STRANGE = [
  ['../x', 'file', 'a'], ['/x', 'file', 'a'], ['a//b', 'file', 'a'], ['.git/config', 'file', 'a'], ['a/.GIT/hooks/x', 'file', 'a'],
  ['git~1/x', 'file', 'a'], ['a\u202eb', 'file', 'a'], ['a\nb', 'file', 'a'], ['l', 'link', '/etc/passwd'], ['l', 'link', '../x'],
  ['.gitattributes', 'file', '* filter=evil'], ['x'.repeat(4097), 'file', 'a'], [`${'a/'.repeat(300)}a`, 'file', 'a'],
] as const

test('what a push would be refused for can not be written either', async () => {
  const repository = await aRepository()
  for (const [path, kind, content] of STRANGE) {
    const commit = { branch: PHASE, expected: null, files: [{ path, content, kind }], author: BOT, message: 'x' }
    await expect(writeCommit(repository, commit)).rejects.toThrow(fails('invalid_input'))
  }
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('an author can not write further lines into a commit', async () => {
  const repository = await aRepository()
  const author = { ...BOT, name: 'x\nparent 00' }
  const commit = { branch: PHASE, expected: null, files: [], author, message: 'x' }
  await expect(writeCommit(repository, commit)).rejects.toThrow('line break')
})

test('content and messages that look like commands of fast-import are content and messages', async () => {
  const repository = await aRepository()
  const sly = 'x\nM 100644 inline evil\ndata 4\nevil\nD a\nreset refs/heads/main\n'
  const oid = await writeCommit(repository, {
    branch: PHASE,
    expected: null,
    files: [
      { path: 'a', content: sly },
      { path: 'b " c', content: sly },
    ],
    author: BOT,
    message: sly,
  })
  expect(await filesOf(repository, oid)).toEqual(['a', 'b " c'])
  expect((await repository.commit(oid)).message).toBe(sly)
})

test('a diff tells of renames, modes, binary files, links and lines without an end', async () => {
  const repository = await aRepository()
  const long = Array.from({ length: 20 }, (_, line) => `line ${line}`).join('\n')
  const from = await commitTo(repository, {
    'old name.txt': long,
    'mode.sh': 'x\n',
    'bin.dat': 'a\0b',
    'turns.txt': 'x\n',
  })
  const to = await writeCommit(repository, {
    branch: PHASE,
    expected: from,
    files: [
      { path: 'old name.txt', content: null },
      { path: 'new/näme.txt', content: `${long}!` },
      { path: 'mode.sh', content: 'x\n', kind: 'executable' },
      { path: 'bin.dat', content: 'a\0c' },
      { path: 'latin.txt', content: Buffer.from([0x66, 0xfc, 0x0a]) },
      { path: 'turns.txt', content: 'mode.sh', kind: 'link' },
      { path: 'sly.txt', content: '@@ -1 +1 @@\ndiff --git a/x b/x\n\\ No newline\n' },
    ],
    author: BOT,
    message: 'x',
  })
  const diff = await diffTrees(repository, { from, to })
  expect(diff.map((file) => [file.status, file.old?.path, file.new?.path, file.new?.mode, file.binary])).toEqual([
    ['modified', 'bin.dat', 'bin.dat', '100644', true],
    ['added', undefined, 'latin.txt', '100644', true],
    ['modified', 'mode.sh', 'mode.sh', '100755', false],
    ['renamed', 'old name.txt', 'new/näme.txt', '100644', false],
    ['added', undefined, 'sly.txt', '100644', false],
    ['retyped', 'turns.txt', 'turns.txt', '120000', false],
  ])
  expect(diff[3]?.hunks[0]?.lines.slice(-2)).toEqual([
    { kind: 'removed', text: 'line 19', old: 20, unended: true },
    { kind: 'added', text: 'line 19!', new: 20, unended: true },
  ])
  expect(diff[4]?.hunks[0]?.lines.map(({ text }) => text)).toEqual([
    '@@ -1 +1 @@',
    'diff --git a/x b/x',
    '\\ No newline',
  ])
  const changed = await changedFiles(repository, { from, to })
  expect(diff).toMatchObject(changed)
  expect(diff).toHaveLength(changed.length)
  const only = await diffTrees(repository, { from, to, paths: ['mode.sh'] })
  expect(only).toMatchObject([{ new: { path: 'mode.sh' }, hunks: [] }])
})

test('an attribute in the tree does not hide a file from the diff', async () => {
  const repository = await aRepository()
  const from = await commitTo(repository, { 'a.ts': '1\n', '.gitattributes': '*.ts -diff binary\n' })
  const to = await commitTo(repository, { 'a.ts': '2\n' })
  expect(await diffTrees(repository, { from, to })).toMatchObject([{ binary: false, hunks: [{}] }])
})

test('the place where two branches parted is found', async () => {
  const repository = await aRepository()
  const [one, other] = [
    await commitTo(repository, { a: '1' }),
    await commitTo(repository, { b: '1' }, 'phase-2-tactical'),
  ]
  expect(await mergeBase(repository, one, other)).toBe(await repository.headOf(MAIN))
})

test('large files, many questions at once, and what is not there are read through one open git', async () => {
  const repository = await aRepository()
  const big = 'x'.repeat(3_000_000)
  const head = await commitTo(repository, { big, small: 's' })
  const { tree } = await repository.commit(head)
  const [bigOne, smallOne] = (await listTree(repository, tree)).map(({ object }) => Oid.parse(object))
  const nothing = Oid.parse('1'.repeat(40))
  const asked = Array.from(
    { length: 30 },
    (_, at) => (at % 3 === 0 ? bigOne : at % 3 === 1 ? smallOne : nothing) as Oid,
  )
  const sizes = await Promise.all(asked.map(async (oid) => (await repository.objects.contents(oid))?.bytes?.length))
  expect(sizes).toEqual(asked.map((_, at) => [3_000_000, 1, undefined][at % 3]))
  await expect(repository.file(bigOne as Oid, 1000)).rejects.toThrow('at most 1000')
  await expect(repository.file(nothing, 1000)).rejects.toThrow(fails('repository_broken'))
  await repository.close()
  expect((await repository.file(smallOne as Oid, 1000)).toString()).toBe('s')
})

test('a name that could be an option or two lines never reaches git', async () => {
  const repository = await aRepository()
  expect(() => repository.objects.info('x\ncontents y')).toThrow('no name')
  await expect(repository.head('--upload-pack=x')).rejects.toThrow(fails('branch_missing'))
  expect(Oid.safeParse('HEAD').success).toBe(false)
  expect(Oid.safeParse(NO_OID).success).toBe(true)
})

test('files are found and listed alike in few folders, in many, and where a mode is written as nobody writes it today', async () => {
  const repository = await aRepository()
  const head = await commitTo(
    repository,
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`d${at}/e/f.txt`, `${at}`])),
  )
  const whole = await filesOf(repository, head)
  expect(whole).toHaveLength(40)
  const told = await repository.run(['ls-tree', '-r', '-z', '--name-only', head])
  expect(told.toString()).toBe([...whole, ''].join('\0'))

  const { tree } = await repository.commit(head)
  const entries = [...(readTree((await repository.objects.contents(tree))?.bytes ?? Buffer.alloc(0))?.values() ?? [])]
  const [first] = entries
  const input = Buffer.concat([Buffer.from('040000 x\0'), Buffer.from(first?.object ?? '', 'hex')])
  const write = ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin']
  const odd = Oid.parse((await repository.run(write, { input })).toString().trim())
  expect((await listTree(repository, odd)).map(({ path }) => shownPath(path))).toEqual(['x/e/f.txt'])
  expect(await fileAt(repository, odd, 'x/e/f.txt')).toMatchObject({ mode: '100644', size: 1 })
  expect(await fileAt(repository, odd, 'x/e')).toBeUndefined()
})

test('a folder that is cut off anywhere is damaged, and nothing of it is taken for all of it', async () => {
  const repository = await aRepository()
  const { tree } = await repository.commit(await commitTo(repository, { 'a.txt': 'one', 'd/b.txt': 'two' }))
  const { bytes = Buffer.alloc(0) } = (await repository.objects.contents(tree)) ?? {}
  const write = ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin']
  for (const left of [1, 7, 12, 30, 38, bytes.length - 1]) {
    const input = bytes.subarray(0, left)
    expect(readTree(input)).toBeUndefined()
    const cut = Oid.parse((await repository.run(write, { input })).toString().trim())
    await expect(listTree(repository, cut)).rejects.toEqual(fails('repository_broken'))
    await expect(fileAt(repository, cut, 'a.txt')).rejects.toEqual(fails('repository_broken'))
    await expect(requireWhole(repository, { tree: cut, known: tree })).rejects.toEqual(fails('repository_broken'))
  }
})

test('of two files that are called alike none is passed over', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { 'a.txt': 'one' })
  const { tree } = await repository.commit(head)
  const { bytes = Buffer.alloc(0) } = (await repository.objects.contents(tree)) ?? {}
  const write = ['hash-object', '-t', 'tree', '-w', '--literally', '--stdin']
  const input = Buffer.concat([bytes, bytes])
  const twice = Oid.parse((await repository.run(write, { input })).toString().trim())
  expect((await listTree(repository, twice)).map(({ path }) => shownPath(path))).toEqual(['a.txt', 'a.txt'])
})

test('where a branch is, is found by its own file and among refs that were put together, and one that is not there by neither', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { 'a.txt': 'one' })
  const [there, none] = [PHASE, 'phase-2-tactical']
  expect([await repository.tip(there), await repository.tip(none)]).toEqual([head, undefined])
  await repository.run(['pack-refs', '--all'])
  expect([await repository.tip(there), await repository.tip(none)]).toEqual([head, undefined])
  await writeFile(join(repository.folder, 'refs/heads', there), `ref: refs/heads/${MAIN}\n`)
  expect(await repository.tip(there)).toBe(await repository.headOf(MAIN))
})

test('what is in what, and what a branch has, is the same on plain rows as git says of them', async () => {
  const repository = await aRepository()
  const main = await repository.headOf(MAIN)
  const row = [main]
  for (let at = 1; at <= 14; at += 1) row.push(await commitTo(repository, { 'a.txt': `${at}` }))
  const other = await commitTo(repository, { 'b.txt': 'one' }, 'phase-2-tactical')
  for (const [one, of] of [
    [main, row[3]],
    [row[3], main],
    [row[2], row[14]],
    [row[6], row[8]],
    [other, row[2]],
    [row[2], other],
    [row[5], row[5]],
  ] as const) {
    const args = ['merge-base', '--is-ancestor', one ?? '', of ?? '']
    const { code } = await repository.attempt(args)
    expect(await isAncestor(repository, one as Oid, of as Oid)).toBe(code === 0)
  }
  const listed = async (base: Oid | undefined, head: Oid | undefined, more: { without?: Oid[]; limit?: number } = {}) =>
    (await listCommits(repository, { base: base as Oid, head: head as Oid, ...more })).map(({ oid }) => oid)
  expect(await listed(row[2], row[5])).toEqual(row.slice(3, 6))
  expect(await listed(row[2], row[5], { without: [main] })).toEqual(row.slice(3, 6))
  expect(await listed(row[2], row[7], { without: [row[5] as Oid] })).toEqual(row.slice(6, 8))
  expect(await listed(main, row[14])).toEqual(row.slice(1))
  expect(await listed(main, row[5], { limit: 2 })).toEqual(row.slice(4, 6))
  expect(await listed(row[5], row[2])).toEqual([])
  expect(await listed(row[2], other)).toEqual([other])
})

test('a replaced object changes nothing of what is shown', async () => {
  const repository = await aRepository()
  const [good, bad] = [await commitTo(repository, { a: 'good' }), await commitTo(repository, { a: 'bad' })]
  await repository.run(['update-ref', `refs/replace/${good}`, bad])
  expect((await repository.commit(good)).oid).toBe(good)
  const { tree } = await repository.commit(good)
  const [entry] = await listTree(repository, tree)
  expect((await repository.file(Oid.parse(entry?.object), 100)).toString()).toBe('good')
})

test('hooks, filters and programs that lie in the repository are not run', async () => {
  const repository = await aRepository()
  const proof = join(dirname(repository.folder), 'proof')
  await mkdir(join(repository.folder, 'hooks'))
  for (const name of ['reference-transaction', 'pre-receive', 'post-update', 'update']) {
    await writeFile(join(repository.folder, 'hooks', name), `#!/bin/sh\ntouch ${proof}\n`, { mode: 0o755 })
  }
  await repository.run(['config', 'core.fsmonitor', `touch ${proof}`])
  await repository.run(['config', 'diff.external', `touch ${proof}`])
  const from = await commitTo(repository, { a: '1' })
  await diffTrees(repository, { from, to: await commitTo(repository, { a: '2' }) })
  await expect(stat(proof)).rejects.toThrow('ENOENT')
})

test('a repository that is a link, has alternates, or lost its head is not opened', async () => {
  const repository = await aRepository()
  const which = { git: await theGit(), root: dirname(repository.folder), job: 'job-1' as JobId }
  await expect(openRepository({ ...which, job: 'job-2' as JobId })).rejects.toThrow(fails('repository_missing'))

  const alternates = join(repository.folder, 'objects/info/alternates')
  await mkdir(dirname(alternates), { recursive: true })
  await writeFile(alternates, '/elsewhere/objects\n')
  await expect(openRepository(which)).rejects.toThrow('must not be there')
  await rm(alternates)
  const more = join(repository.folder, 'config.worktree')
  await writeFile(more, '')
  await expect(openRepository(which)).rejects.toThrow('must not be there')
  await rm(more)

  await symlink(repository.folder, join(dirname(repository.folder), 'job-3.git'))
  await expect(openRepository({ ...which, job: 'job-3' as JobId })).rejects.toThrow('somewhere else')

  await rename(join(repository.folder, 'objects'), join(dirname(repository.folder), 'outside'))
  await symlink('../outside', join(repository.folder, 'objects'))
  await expect(openRepository(which)).rejects.toThrow('"objects" leads somewhere else')
  await rm(join(repository.folder, 'objects'))
  await rm(join(repository.folder, 'HEAD'))
  await expect(openRepository(which)).rejects.toThrow('"HEAD" is missing')
})

test('git is found by its absolute path, and one that is missing or too old is named', async () => {
  expect((await theGit()).path).toMatch(/^\//)
  await expect(findGit({ searchPath: 'bin:.:' })).rejects.toThrow('no git on the search path')
  await expect(findGit({ searchPath: '', path: 'git' })).rejects.toThrow('absolute')
  await expect(findGit({ searchPath: '', path: '/no/such/git' })).rejects.toThrow('can not be run')
  const folder = aFolder()
  await writeFile(join(folder, 'git'), '#!/bin/sh\necho git version 2.37.9\n', { mode: 0o755 })
  await expect(findGit({ searchPath: folder })).rejects.toThrow('is git 2.37. Leeway needs git 2.38 or newer')
  // One that is put in its place is asked anew.
  await writeFile(join(folder, 'newer'), '#!/bin/sh\necho git version 2.41.0\n', { mode: 0o755 })
  await rename(join(folder, 'newer'), join(folder, 'git'))
  expect(await findGit({ searchPath: folder })).toMatchObject({ version: '2.41' })
})

test('a git that takes too long, writes too much or is not waited for is ended with all that it started', async () => {
  const folder = aFolder()
  const slow = join(folder, 'git')
  await writeFile(slow, '#!/bin/sh\n/bin/sleep 60 &\n/usr/bin/yes\n', { mode: 0o755 })
  const git = new Git(slow, '')
  await expect(git.run(['x'], { timeoutMs: 100, maxBytes: 1e12 })).rejects.toThrow(fails('git_timeout'))
  await expect(git.run(['x'], { maxBytes: 1000 })).rejects.toThrow(fails('too_much_output'))
  const stopper = new AbortController()
  const running = git.run(['x'], { signal: stopper.signal, maxBytes: 1e12 })
  stopper.abort()
  await expect(running).rejects.toThrow(fails('git_stopped'))
  await expect(git.run(['x'], { signal: stopper.signal })).rejects.toThrow(fails('git_stopped'))
})

test('what git gets to see is nothing of ours', async () => {
  const folder = aFolder()
  await writeFile(join(folder, 'git'), '#!/bin/sh\n/usr/bin/env\n', { mode: 0o755 })
  const seen = (await new Git(join(folder, 'git'), '').run(['x'])).toString().split('\n')
  const names = seen.map((line) => line.split('=')[0])
  expect(names).toContain('GIT_NO_REPLACE_OBJECTS')
  expect(names.filter((name) => /^(USER|npm_|NODE|SSH|LEEWAY|GIT_DIR|EDITOR)/.test(name ?? ''))).toEqual([])
})

test('the commits of a branch are listed oldest first, and a file of any of them is found', async () => {
  const repository = await aRepository()
  const base = await repository.headOf(MAIN)
  const first = await commitTo(repository, { 'd/a b.txt': 'one' })
  const head = await commitTo(repository, { 'd/a b.txt': 'two', '*.txt': 'star' })
  expect((await listCommits(repository, { base, head })).map(({ oid }) => oid)).toEqual([first, head])
  expect((await listCommits(repository, { base, head, limit: 1 })).map(({ oid }) => oid)).toEqual([head])
  const entry = await fileAt(repository, first, 'd/a b.txt')
  expect((await repository.file(Oid.parse(entry?.object), 100)).toString()).toBe('one')
  expect(await fileAt(repository, head, '*.txt')).toMatchObject({ size: 4 })
  for (const missing of ['d', 'd/x', ':(glob)**', 'd/a*'])
    expect(await fileAt(repository, head, missing)).toBeUndefined()
  for (const wrong of ['../x', '/etc/passwd', ''])
    await expect(fileAt(repository, head, wrong)).rejects.toThrow('is not a path')
})

test('a branch that is closed goes, and its commits stay to be seen', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { a: '1' })
  await expect(closeBranch(repository, PHASE, await repository.headOf(MAIN))).rejects.toThrow(fails('branch_moved'))
  await closeBranch(repository, PHASE, head)
  expect(await repository.head(PHASE)).toBeUndefined()
  expect((await repository.run(['rev-parse', `refs/leeway/history/${PHASE}`])).toString().trim()).toBe(head)
})

test('a commit whose files or message hold a secret is refused, with the file and the line', async () => {
  const repository = await aRepository()
  const secret = `ghp_${'a1B2'.repeat(9)}`
  const refused = { code: 'literal_secret' }
  const before = await commitTo(repository, { a: '1' })
  const files = commitTo(repository, { 'conf.md': `one\n${secret}\n` })
  await expect(files).rejects.toMatchObject({
    ...refused,
    problems: [{ path: '/files/0', message: expect.stringMatching(/^conf\.md: Line 2 looks like a GitHub token/) }],
  })
  const given = { branch: PHASE, expected: before, files: [{ path: 'b', content: 'x' }], author: BOT }
  await expect(writeCommit(repository, { ...given, message: `Done ${secret}` })).rejects.toMatchObject(refused)
  expect(await repository.headOf(PHASE)).toBe(before)
})

test('what was asked before a reader was closed is never the answer to what is asked after it', async () => {
  const repository = await aRepository()
  const head = await commitTo(repository, { large: Buffer.alloc(8 * 1024 * 1024, 'x') })
  const large = (await repository.run(['rev-parse', `${head}:large`])).toString().trim()
  const main = await repository.headOf(MAIN)
  for (let round = 0; round < 10; round += 1) {
    const begun = Promise.all([repository.objects.info(main), repository.objects.contents(large)]).catch(
      (error) => error,
    )
    await setTimeout(5)
    repository.objects.close()
    expect(await repository.objects.info(main)).toMatchObject({ oid: main, type: 'commit' })
    await begun
  }
})
