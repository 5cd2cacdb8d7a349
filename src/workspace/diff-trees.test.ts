import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { aRepository, BOT, commitTo, PHASE } from '../testing/git-house.ts'
import { diffTrees } from './diff-trees.ts'
import type { FileWrite } from './import-commit.ts'
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

// biome-ignore format: a table
const TOO_MUCH: readonly (readonly [what: string, files: readonly FileWrite[]])[] = [
  ['lines', [{ path: 'a', content: '\n'.repeat(4 * MB) }]],
  ['text',  Array.from({ length: 20 }, (_, at) => ({ path: `${at}`, content: text(MB) }))],
]

test.for(TOO_MUCH)('more %s than anybody can look at are refused, with what to do', async ([, files]) => {
  const repository = await aRepository()
  const compared = await comparedWith(repository, files)
  const message = expect.stringMatching(/more than 200000 lines or 16 MB of text.* Offer them in several phases/)
  await expect(diffTrees(repository, compared)).rejects.toMatchObject({ code: 'too_much_output', message })
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
