import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { aRepository, BOT, commitTo, PHASE } from '../testing/git-house.ts'
import { importCommit } from './import-commit.ts'
import { inspectRepository } from './inspect-repository.ts'
import type { Repository } from './repository.ts'
import { keepFiles } from './write-commit.ts'

const module = (url: string) => `[submodule "x"]\n\tpath = x\n\turl = ${url}\n`
const EVIL = module('--upload-pack=touch /tmp/x')
const LONG_LINE = `*.md text ${'x'.repeat(3000)}\n`

function everythingIn({ folder }: Repository): readonly string[] {
  return readdirSync(folder, { recursive: true }).map(String).sort()
}

// biome-ignore format: a table
const REFUSED: readonly (readonly [path: string, content: string, says: RegExp])[] = [
  ['.gitmodules',              EVIL,                          /^\.gitmodules: Git would refuse it in a push \(gitmodulesUrl: .*\)\. Take that out/],
  ['deep/in/it/.gitmodules',   EVIL,                          /^deep\/in\/it\/\.gitmodules: .*gitmodulesUrl/],
  ['.GitModules',              EVIL,                          /gitmodulesUrl/],
  ['.gitmodules .',            EVIL,                          /gitmodulesUrl/],
  ['GITMOD~1',                 EVIL,                          /gitmodulesUrl/],
  ['gi7eba~1',                 EVIL,                          /gitmodulesUrl/],
  ['.gitmodules',              '[submodule "../x"]\n\turl = https://example.org/x\n', /gitmodulesName/],
  ['.gitmodules',              '[submodule "x"]\n\tupdate = !touch /tmp/x\n',         /gitmodulesUpdate/],
  ['.gitmodules/inside',       'x',                           /^\.gitmodules\/inside: .*gitmodulesBlob/],
  ['.gitattributes',           LONG_LINE,                     /^\.gitattributes: .*gitattributesLineLength/],
  ['docs/.GITATTRIBUTES',      LONG_LINE,                     /gitattributesLineLength/],
  ['GI7D29~1',                 LONG_LINE,                     /gitattributesLineLength/],
  ['.gitattributes',           '*.md text\n'.repeat(10_000),  /at most 65536 bytes/],
]

test.for(REFUSED)(
  'what a push of %s would be refused for is refused, and nothing is left of it',
  async ([path, content, says]) => {
    const repository = await aRepository()
    const before = everythingIn(repository)
    const refused = { code: 'invalid_input', message: expect.stringMatching(says) }
    await expect(commitTo(repository, { 'fine.md': 'x', [path]: content })).rejects.toMatchObject(refused)
    const kept = keepFiles(repository, { files: [{ path, content }], author: BOT, message: 'x' })
    await expect(kept).rejects.toMatchObject(refused)
    expect(everythingIn(repository)).toEqual(before)
  },
)

test('every file that git refuses is named, and each only once', async () => {
  const repository = await aRepository()
  const written = commitTo(repository, { '.gitmodules': EVIL, 'a/.gitmodules': EVIL, 'b/.gitattributes': LONG_LINE })
  const problems = ['a/.gitmodules', 'b/.gitattributes', '.gitmodules'].map((path) => ({
    message: expect.stringMatching(new RegExp(`^${path}: `)),
  }))
  await expect(written).rejects.toMatchObject({
    problems: expect.arrayContaining(problems.map((one) => expect.objectContaining(one))),
  })
  await expect(written).rejects.toMatchObject({ problems: { length: 3 } })
})

test('files of git that are sound are written, and git has nothing against what stands there', async () => {
  const repository = await aRepository()
  const files = {
    '.gitmodules': module('https://example.org/x.git'),
    '.gitattributes': '*.md text\n',
    'a/.gitignore': 'node_modules\n',
    '.github/workflows/check.yaml': 'on: push\n',
    'notes~1': EVIL,
    'modules.txt': EVIL,
    '.gitkeep': '',
  }
  await commitTo(repository, files)
  expect(await inspectRepository(repository)).toBeUndefined()
  await commitTo(repository, { '.gitmodules': null })
  expect(await repository.head(PHASE)).toBeDefined()
})

test('what is refused here is what git finds where it was written all the same', async () => {
  const gitFinds = REFUSED.filter(([, , says]) => says.source.includes('git'))
  for (const [path, content] of gitFinds) {
    const repository = await aRepository()
    const files = [{ path, content }]
    await importCommit(repository, { parent: null, files, author: BOT, message: 'Behind our back' })
    expect({ path, ...(await inspectRepository(repository)) }).toMatchObject({ path, isWhole: true })
  }
})
