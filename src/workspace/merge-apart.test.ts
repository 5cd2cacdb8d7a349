import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAIN } from '../review/branch-name.ts'
import { aRepository, BOT, commitTo, PHASE } from '../testing/git-house.ts'
import { commitOfTree, type FileWrite, importCommit } from './import-commit.ts'
import { mergeApart } from './merge-apart.ts'
import { mergedTree } from './merged-tree.ts'
import type { Oid } from './oid.ts'
import { partedAt } from './parted-at.ts'
import type { Repository } from './repository.ts'

/** Few, so that both sides often meet; some are files in one tree and folders in another. */
const PATHS = ['a', 'b', 'c', 'a/q', 'd', 'd/x', 'd/y', 'd/e/z', 'e/f', 'e/g', 'e\u0301 "n\n', 'e'] as const
const PATH = fc.constantFrom(...PATHS)

/** What somebody does to a tree: files come, go, are changed a little, are moved, and become something else. */
const ACT = fc.oneof(
  fc.record({ act: fc.constant('write'), path: PATH, text: fc.integer({ min: 0, max: 3 }) }),
  fc.record({ act: fc.constant('edit'), path: PATH, line: fc.integer({ min: 0, max: 11 }) }),
  fc.record({ act: fc.constant('remove'), path: PATH }),
  fc.record({ act: fc.constant('move'), path: PATH, to: PATH }),
  fc.record({ act: fc.constant('retype'), path: PATH, kind: fc.constantFrom('executable', 'link') }),
)
type Act = typeof ACT extends fc.Arbitrary<infer Value> ? Value : never
type Kept = Readonly<Record<string, { readonly content: string; readonly kind: 'file' | 'executable' | 'link' }>>

/** A dozen lines, alike where they begin alike: git takes one for the other when it was moved and changed a little. */
const textOf = (seed: number) => Array.from({ length: 12 }, (_, line) => `text ${seed}, line ${line}`).join('\n')

/** Enough that both sides find something to change. */
const BEGUN: Kept = Object.fromEntries(
  ['a', 'b', 'd/x', 'd/y', 'e/f'].map((path, seed) => [path, { content: textOf(seed), kind: 'file' }]),
)

function put(kept: Kept, path: string, file: Kept[string]): Kept {
  const isInTheWay = (other: string) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`)
  return { ...Object.fromEntries(Object.entries(kept).filter(([other]) => !isInTheWay(other))), [path]: file }
}

function without(kept: Kept, path: string): Kept {
  return Object.fromEntries(Object.entries(kept).filter(([other]) => other !== path))
}

function done(kept: Kept, act: Act): Kept {
  const file = kept[act.path]
  if (act.act === 'write') return put(kept, act.path, { content: textOf(act.text), kind: 'file' })
  if (file === undefined) return kept
  if (act.act === 'remove') return without(kept, act.path)
  if (act.act === 'move') return put(without(kept, act.path), act.to, file)
  if (act.act === 'retype')
    return { ...kept, [act.path]: act.kind === 'link' ? { content: 'b', kind: 'link' } : { ...file, kind: act.kind } }
  return { ...kept, [act.path]: { ...file, content: file.content.replace(`line ${act.line}\n`, 'changed\n') } }
}

function changesTo(after: Kept, before: Kept): readonly FileWrite[] {
  const gone = Object.keys(before).filter((path) => !(path in after))
  const written = Object.entries(after).filter(([path, file]) => JSON.stringify(file) !== JSON.stringify(before[path]))
  return [
    ...gone.map((path): FileWrite => ({ path, content: null })),
    ...written.map(([path, file]): FileWrite => ({ path, ...file })),
  ]
}

const commit = (repository: Repository, parent: Oid | null, files: readonly FileWrite[]) =>
  importCommit(repository, { parent, files, author: BOT, message: 'Work' })

/** Each asks git, which is a process; `npm run properties` tries a thousand. */
const RUNS = Math.max(25, Math.round((fc.readConfigureGlobal().numRuns ?? 0) / 1000))

/** What git itself says: the tree, or nothing where it finds a conflict. */
async function byGit(repository: Repository, one: Oid, other: Oid): Promise<string | undefined> {
  const { code, stdout } = await repository.attempt([
    'merge-tree',
    '--write-tree',
    '--name-only',
    '--no-messages',
    one,
    other,
  ])
  return code === 0 ? stdout.toString().trim() : undefined
}

test('what is merged without asking git is exactly what git would merge, on random trees with moves, links and folders', async () => {
  const repository = await aRepository()
  const acts = (most: number) => fc.array(ACT, { maxLength: most })
  let plain = 0
  const told = await fc.check(
    fc.asyncProperty(acts(8), acts(4), acts(4), async (first, mine, theirs) => {
      const from = first.reduce(done, BEGUN)
      const [one, other] = [mine.reduce(done, from), theirs.reduce(done, from)]
      const begun = await commit(repository, null, changesTo(from, {}))
      const sides = [
        await commit(repository, begun, changesTo(one, from)),
        await commit(repository, begun, changesTo(other, from)),
      ] as const
      const parted = await partedAt(repository, ...sides)
      expect(parted?.from.oid).toBe(sides[0] === sides[1] ? sides[0] : begun)
      const ours = parted && (await mergeApart(repository, parted))
      if (ours === undefined) return
      plain += 1
      expect(ours).toBe(await byGit(repository, ...sides))
    }),
    { numRuns: RUNS },
  )
  expect(told.errorInstance ?? null).toBeNull()
  expect(plain).toBeGreaterThan(RUNS / 10)
  expect((await repository.run(['fsck', '--strict', '--no-dangling'])).toString()).toBe('')
})

const A = { content: textOf(1), kind: 'file' } as const
const CHANGED = { ...A, content: A.content.replace('line 3', 'changed') }

test.for([
  // both begin with    the one side has              the other has                 without git
  ['other files', { a: A }, { a: A, b: A }, { a: A, 'd/x': A }, true],
  ['one folder that both begin', {}, { 'd/x': A }, { 'd/y': A }, true],
  ['a folder that both empty', { 'd/x': A, 'd/y': A }, { 'd/x': A }, { 'd/y': A }, true],
  ['a file that one side moved', { a: A, b: A }, { a: A, b: CHANGED }, { c: A, b: A }, true],
  ['a file that one moved and the other changed', { a: A }, { a: CHANGED }, { b: A }, false],
  ['a file that one moved and the other removed', { a: A }, {}, { b: A }, false],
  ['a file that both moved, each elsewhere', { a: A }, { b: A }, { c: A }, false],
  ['a file that both removed', { a: A, b: A }, { b: A, c: A }, { b: A }, false],
  ['the same change twice', { a: A }, { a: CHANGED, c: A }, { a: CHANGED }, false],
  ['a file where the other has a folder', {}, { d: A }, { 'd/x': A }, false],
  ['a folder where the other has a file', {}, { 'd/e/z': A }, { d: A }, false],
] as const)('%s', async ([, from, mine, theirs, isPlain]: readonly [string, Kept, Kept, Kept, boolean]) => {
  const repository = await aRepository()
  const begun = await commit(repository, null, changesTo(from, {}))
  const one = await commit(repository, begun, changesTo(mine, from))
  const other = await commit(repository, begun, changesTo(theirs, { ...from }))
  const parted = await partedAt(repository, one, other)
  const ours = parted && (await mergeApart(repository, parted))
  expect(ours).toBe(isPlain ? await byGit(repository, one, other) : undefined)
})

test('where two lines parted is known as long as both are plain rows of a few commits', async () => {
  const repository = await aRepository()
  const begun = await repository.headOf(MAIN)
  const grown = async (from: Oid, count: number, name: string) => {
    let head = from
    for (let nth = 1; nth <= count; nth += 1) head = await commit(repository, head, [{ path: name, content: `${nth}` }])
    return head
  }
  const [one, other] = [await grown(begun, 2, 'a'), await grown(begun, 5, 'b')]
  expect(await partedAt(repository, one, other)).toMatchObject({ from: { oid: begun }, one: { oid: one } })
  expect(await partedAt(repository, begun, other)).toMatchObject({ from: { oid: begun } })
  expect(await partedAt(repository, other, other)).toMatchObject({ from: { oid: other } })
  expect(await partedAt(repository, one, await grown(other, 10, 'c'))).toBeUndefined()
  // Behind a join there may be two, so that git is asked.
  const { tree } = await repository.commit(one)
  const joined = await commitOfTree(repository, { tree, parents: [one, other], author: BOT, message: 'Join' })
  expect(await partedAt(repository, await grown(joined, 1, 'd'), other)).toBeUndefined()
  expect(await partedAt(repository, await grown(joined, 1, 'd'), joined)).toMatchObject({ from: { oid: joined } })
})

test('a merge with a main that has moved elsewhere starts no git of its own', async () => {
  const repository = await aRepository()
  const base = await repository.headOf(MAIN)
  const head = await commitTo(repository, { 'a/x': '1', 'b/y': '2' })
  const main = await commit(repository, base, [{ path: 'a/z', content: '3' }])
  let started = 0
  repository.attempt = async () => {
    started += 1
    throw new Error('Git was started.')
  }
  const tree = await mergedTree(repository, { base: main, head })
  expect((await repository.run(['ls-tree', '-r', '--name-only', tree])).toString()).toBe('a/x\na/z\nb/y\n')
  expect([started, await repository.head(PHASE)]).toEqual([0, head])
})

test('a git that could not even begin to merge has found no conflict', async () => {
  const repository = await aRepository()
  const base = await repository.headOf(MAIN)
  const head = await commitTo(repository, { a: '1' })
  const main = await commit(repository, base, [{ path: 'a', content: '2' }])
  repository.attempt = async () => ({ code: 1, stdout: Buffer.from(''), stderr: 'not something we can merge' })
  await expect(mergedTree(repository, { base: main, head })).rejects.toMatchObject({ code: 'repository_broken' })
})
