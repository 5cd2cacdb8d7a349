import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aRepository, BOT, commitTo, PHASE } from '../testing/git-house.ts'
import { fileAt } from './file-at.ts'
import { gitFailure } from './git-failure.ts'
import type { FileWrite } from './import-commit.ts'
import { Oid } from './oid.ts'
import type { Repository } from './repository.ts'
import { keepFiles, writeCommit } from './write-commit.ts'

const MB = 1024 * 1024
const HALF = 'a\ud800b'

function write(repository: Repository, files: readonly FileWrite[], message = 'Work'): Promise<Oid> {
  return writeCommit(repository, { branch: PHASE, expected: null, files, author: BOT, message })
}

/** Everything that lies in a repository. */
function everythingIn({ folder }: Repository): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort()
}

const many = (count: number, path: (at: number) => string): readonly FileWrite[] =>
  Array.from({ length: count }, (_, at) => ({ path: path(at), content: '' }))

// biome-ignore format: a table
const TOO_MUCH: readonly (readonly [what: string, files: () => readonly FileWrite[], says: RegExp])[] = [
  ['a file',              () => [{ path: 'd/big.bin', content: new Uint8Array(50 * MB + 1) }],        /^d\/big\.bin: It has 51 MB, and a file has at most 50 MB\. Make it smaller/],
  ['2 GB',                () => [{ path: 'big.bin', content: new Uint8Array(2.2 * 1024 * MB) }],      /^big\.bin: It has 2253 MB/],
  ['a text',              () => [{ path: 'big.md', content: 'ü'.repeat(26 * MB) }],                  /^big\.md: It has 52 MB/],
  ['all together',        () => [1, 2, 3].map((at) => ({ path: `${at}`, content: new Uint8Array(40 * MB) })), /^The 3 files have 120 MB together, and a commit has at most 100 MB\. Write them in several/],
  ['many files',          () => many(50_001, String),                                                 /more than 50000 files and folders/],
  ['many folders',        () => many(600, (at) => `${at}/${'d/'.repeat(90)}f`),                       /more than 50000 files and folders/],
  ['half a name',         () => [{ path: `${HALF}.md`, content: 'x' }],                               /^a\\ud800b\.md: The name has half a character .* Rename the file\./],
  ['half a text',         () => [{ path: 'a.md', content: `x ${HALF}` }],                             /^a\.md: The text has half a character .* hand the file over as bytes\./],
]

test.for(TOO_MUCH)(
  'of what is too much (%s) nothing is written, and it is said what and where',
  async ([, files, says]) => {
    const repository = await aRepository()
    const before = everythingIn(repository)
    await expect(write(repository, files())).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringMatching(says),
    })
    await expect(keepFiles(repository, { files: files(), author: BOT, message: 'x' })).rejects.toThrow(says)
    expect(everythingIn(repository)).toEqual(before)
  },
)

test('a name that is written as a file and as a folder is refused, whichever comes first', async () => {
  const repository = await aRepository()
  const files = [
    { path: 'x', content: '1' },
    { path: 'x/y/z', content: '2' },
    { path: 'xy/z', content: '3' },
  ]
  for (const order of [files, files.toReversed()]) {
    await expect(write(repository, order)).rejects.toMatchObject({
      code: 'invalid_input',
      problems: [{ message: 'x is written as a file, and as the folder of x/y/z. Rename one of them.' }],
    })
  }
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('a file becomes a folder and a folder a file, whichever comes first', async () => {
  for (const turn of [<T>(list: readonly T[]) => list, <T>(list: readonly T[]) => list.toReversed()]) {
    const repository = await aRepository()
    const expected = await commitTo(repository, { x: '1', 'y/z': '2' })
    const files = turn([
      { path: 'x', content: null },
      { path: 'x/y', content: '3' },
      { path: 'y/z', content: null },
      { path: 'y', content: '4' },
    ])
    await writeCommit(repository, { branch: PHASE, expected, files, author: BOT, message: 'Turn' })
    expect((await repository.run(['ls-tree', '-r', '--name-only', PHASE])).toString()).toBe('x/y\ny\n')
  }
})

test('a message is bounded like the commit of a push, and holds whole characters', async () => {
  const repository = await aRepository()
  const files = [{ path: 'a', content: '1' }]
  await expect(write(repository, files, 'x'.repeat(MB))).rejects.toThrow('The message has 1 MB')
  await expect(write(repository, files, HALF)).rejects.toThrow('half a character')
  expect(await repository.head(PHASE)).toBeUndefined()
})

test('what is just small enough is written byte for byte, also what is no text', async () => {
  const repository = await aRepository()
  const odd = Buffer.from([0xed, 0xa0, 0x80, 0xff, 0])
  const head = await write(repository, [
    { path: 'odd', content: odd },
    { path: 'large', content: new Uint8Array(50 * MB) },
  ])
  const read = async (path: string) => (await fileAt(repository, head, path)) ?? { object: '', size: 0 }
  expect(await repository.file(Oid.parse((await read('odd')).object), 100)).toEqual(odd)
  expect((await read('large')).size).toBe(50 * MB)
})

test('bytes that change while they are looked at are written as they were handed over', async () => {
  const repository = await aRepository()
  const bytes = Buffer.from('harmless')
  const written = write(repository, [{ path: 'a', content: bytes }])
  bytes.write('ghp_evil')
  const found = await fileAt(repository, await written, 'a')
  expect((await repository.file(Oid.parse(found?.object), 100)).toString()).toBe('harmless')
})

test('everybody else goes on while many megabytes are looked at', async () => {
  const repository = await aRepository()
  await commitTo(repository, { a: '1' })
  let turns = 0
  const timer = setInterval(() => turns++, 0)
  const files = Array.from({ length: 18 }, (_, at) => ({ path: `${at}`, content: Buffer.alloc(5 * MB, 'x') }))
  // The last one is refused, so that only the looking is seen.
  await expect(write(repository, [...files, { path: '../x', content: '' }])).rejects.toThrow('A path is relative')
  clearInterval(timer)
  expect(turns).toBeGreaterThan(9)
})

test('git that would have to read more than it may does not say that the repository is damaged', () => {
  const said = 'fatal: attempting to allocate 2362232013 over limit 536870912\nerror: unable to read x'
  const { code, message } = gitFailure('diff-tree', said)
  expect({ code, message }).toMatchObject({ code: 'too_much_output', message: expect.not.stringContaining('fsck') })
})
