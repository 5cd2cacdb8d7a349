import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { aRepository, BOT, commitTo, PHASE } from '../testing/git-house.ts'
import { diffTrees } from './diff-trees.ts'
import type { FileWrite } from './import-commit.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'
import { shownFiles } from './shown-files.ts'
import { writeCommit } from './write-commit.ts'

const MB = 1024 * 1024
const LINE = 'A line of a text that somebody wrote, and nobody reads.\n'
const text = (bytes: number) => LINE.repeat(bytes / LINE.length)

async function comparedWith(repository: Repository, files: readonly FileWrite[]) {
  const from = (await repository.head(PHASE)) ?? (await repository.headOf(MAIN))
  const expected = (await repository.head(PHASE)) ?? null
  return { from, to: await writeCommit(repository, { branch: PHASE, expected, files, author: BOT, message: 'Work' }) }
}

// biome-ignore format: a table
const LARGE: readonly (readonly [what: string, content: string])[] = [
  ['a text of 45 MB', text(45 * MB)], ['one line of 45 MB', 'x'.repeat(45 * MB)], ['millions of empty lines', '\n'.repeat(7 * MB)],
]

test.for(LARGE)('%s can be offered: it is named, and what is beside it is shown', async ([, content]) => {
  const repository = await aRepository()
  const files = [
    { path: 'big.md', content },
    { path: 'a.md', content: 'a\n' },
  ]
  const diff = await diffTrees(repository, await comparedWith(repository, files))
  expect(diff).toMatchObject([
    { binary: false, hunks: [{}] },
    { binary: true, hunks: [], new: { path: 'big.md' } },
  ])
})

test('tens of thousands of small files can be offered', async () => {
  const repository = await aRepository()
  const files = Array.from({ length: 15_000 }, (_, at) => ({ path: `${at}`, content: '1\n2\n' }))
  const diff = await diffTrees(repository, await comparedWith(repository, files))
  expect(diff.filter(({ hunks }) => hunks.length === 1)).toHaveLength(15_000)
})

/** Wide lines: bytes are too many before lines are. */
const wide = (bytes: number) => `${'x'.repeat(1023)}\n`.repeat(bytes / 1024)

/** A tree of such files, of which equal ones are written once. */
async function treeOf(
  repository: Repository,
  files: readonly (readonly [path: string, content: string])[],
): Promise<Oid> {
  const blobs = new Map<string, string>()
  const write = async (content: string) => {
    const known = blobs.get(content)
    if (known !== undefined) return known
    const said = await repository.run(['hash-object', '-w', '--stdin'], { input: Buffer.from(content) })
    blobs.set(content, said.toString().trim())
    return said.toString().trim()
  }
  const lines: string[] = []
  for (const [path, content] of files) lines.push(`100644 blob ${await write(content)}\t${path}\n`)
  return Oid.parse((await repository.run(['mktree'], { input: Buffer.from(lines.join('')) })).toString().trim())
}

/** What is shown of so many new files. */
async function added(files: readonly (readonly [path: string, content: string])[]) {
  const repository = await aRepository()
  return shownFiles(repository, { from: await treeOf(repository, []), to: await treeOf(repository, files) })
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `f${at + 10}`)

// biome-ignore format: a table
const TOO_MUCH: readonly (readonly [what: string, files: readonly (readonly [string, string])[], left: readonly string[]])[] = [
  ['lines of one file',   [['a', '\n'.repeat(4 * MB)], ['b', '1\n']],                                 ['a']],
  ['lines of many files', names(5).map((name) => [name, '\n'.repeat(49_000)]),                        ['f14']],
  ['text of many files',  names(20).map((name) => [name, wide(MB)]),                                  ['f25', 'f26', 'f27', 'f28', 'f29']],
  ['text of long files',  names(6).map((name, at) => [name, wide([4, 1, 4, 3, 2, 4][at]! * MB)]),     ['f15']],
]

test.for(TOO_MUCH)(
  'of more %s than anybody can look at the longest are left out, and named',
  async ([, files, left]) => {
    const shown = await added(files)
    expect(shown.map(({ path }) => path)).toEqual(files.map(([path]) => path))
    const excess = shown.filter(({ unshown }) => unshown === 'excess')
    expect(excess.map(({ path }) => path)).toEqual(left)
    expect(excess.every(({ hunks, new: now }) => hunks.length === 0 && (now?.size ?? 0) > 0)).toBe(true)
    expect(shown.filter(({ unshown }) => unshown === undefined).every(({ hunks }) => hunks.length === 1)).toBe(true)
  },
)

test('behind more text than is looked through everything is left out, however short', async () => {
  const many = names(40).map((name) => [name, wide(4 * MB)] as const)
  const shown = await added([['a', 'first\n'], ...many, ['z', 'last\n']])
  expect(shown).toHaveLength(42)
  expect(shown.flatMap(({ path, unshown }) => (unshown === undefined ? [path] : []))).toEqual([
    'a',
    'f10',
    'f11',
    'f12',
  ])
  expect(shown.at(-1)).toMatchObject({ path: 'z', unshown: 'excess', new: { size: 5 } })
})

test('more names than anybody can look at are refused, with what to do', async () => {
  const many = Array.from({ length: 60_000 }, (_, at) => [`${'n'.repeat(200)}${at + 100_000}`, ''] as const)
  const message = expect.stringMatching(/names alone have more than 16 MB.* Offer them in several phases/)
  await expect(added(many)).rejects.toMatchObject({ code: 'too_much_output', message })
})

test('a change in a file whose lines are left out is another change, and one beside it is none', async () => {
  const repository = await aRepository()
  const from = await treeOf(repository, [])
  const many = names(5).map((name) => [name, wide(4 * MB)] as const)
  const hashes = async (files: readonly (readonly [string, string])[]) => {
    const shown = await shownFiles(repository, { from, to: await treeOf(repository, files) })
    return new Map(shown.map(({ path, hash, unshown }) => [path, `${hash} ${unshown}`]))
  }
  const before = await hashes(many)
  const after = await hashes([['a', 'a\n'], ...many.slice(0, -1), ['f14', `${wide(4 * MB)}!`]])
  expect(before.get('f14')).toContain('excess')
  expect(after.get('f14')).toContain('excess')
  expect(after.get('f14')).not.toBe(before.get('f14'))
  for (const name of names(4)) expect(after.get(name)).toBe(before.get(name))
})

test('a file that is too large to show is named with its size on both sides, as bytes that are no text are', async () => {
  const repository = await aRepository()
  const files = [
    { path: 'big.md', content: text(6 * MB) },
    { path: 'a.png', content: '\0' },
  ]
  const shown = await shownFiles(repository, await comparedWith(repository, files))
  expect(shown.map(({ path, unshown, new: now }) => [path, unshown, now?.size])).toEqual([
    ['a.png', 'binary', 1],
    ['big.md', 'binary', text(6 * MB).length],
  ])
  const less = await shownFiles(repository, await comparedWith(repository, [{ path: 'big.md', content: 'less\n' }]))
  expect(less).toMatchObject([{ unshown: 'binary', old: { size: text(6 * MB).length }, new: { size: 5 } }])
})

test('a change in a file that is not shown is another change', async () => {
  const repository = await aRepository()
  const from = await commitTo(repository, { a: '1' })
  const one = await commitTo(repository, { big: text(6 * MB) })
  const [first] = await shownFiles(repository, { from, to: one })
  const [second] = await shownFiles(repository, { from, to: await commitTo(repository, { big: `${text(6 * MB)}!` }) })
  expect(first?.hash).not.toBe(second?.hash)
  expect(await diffTrees(repository, { from: one, to: one })).toEqual([])
})
