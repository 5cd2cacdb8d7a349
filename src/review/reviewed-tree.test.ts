import { expect, test } from 'vitest'
import type { FileDiff } from './diff.ts'
import { isGitFolder } from './path-findings.ts'
import { modeChanges, objectsToRead, reviewEntry } from './reviewed-tree.ts'
import { MODES, type TreeEntry } from './tree-entry.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const entry = (path: string | Uint8Array, mode: string = MODES.file): TreeEntry => ({
  path: typeof path === 'string' ? bytes(path) : path,
  mode,
  object: 'o',
  size: 10,
})
const codesOf = (entries: readonly TreeEntry[], content = '') =>
  entries
    .flatMap((one) => reviewEntry(one, bytes(content)))
    .map(({ code, refused }) => `${code}${refused ? '' : ' (shown)'}`)

test('ordinary names in any script pass', () => {
  const names = [
    'a.txt',
    'src/näher/æ.ts',
    'документ.md',
    '日本語/ファイル',
    'Makefile',
    '.gitignore',
    'a b/c',
    'αβγ',
    '.github/x',
    'git/x',
    'a.git/x',
    'console.ts',
    'icon/auxiliary',
    'com10',
    'null.md',
    'a.con',
  ]
  expect(codesOf(names.map((name) => entry(name)))).toEqual([])
})

// biome-ignore format: a table
test.for([
  ['a\u202etxt.exe', 'hidden_character'],
  ['zero\u200bwidth', 'hidden_character'],
  ['tag\u{e0041}', 'hidden_character'],
  ['blank\u2800.ts', 'hidden_character'],
  ['none\ufdd0.ts', 'hidden_character'],
  ['joiner\u{13430}.ts', 'hidden_character'],
  ['a\nb', 'control_character'],
  ['a\tb', 'control_character'],
  ['a\x1b[31m', 'control_character'],
  ['/etc/passwd', 'bad_path'],
  ['a/../b', 'bad_path'],
  ['./a', 'bad_path'],
  ['a//b', 'bad_path'],
  ['a\\b', 'bad_path'],
  ['C:/x', 'bad_path'],
  ['.git/config', 'git_folder'],
  ['a/.GiT/x', 'git_folder'],
  ['x'.repeat(256), 'path_too_long'],
  ['x/'.repeat(2048) + 'x', 'path_too_long'],
  ['x/'.repeat(100) + 'x', 'path_too_long'],
  ['pаypal.ts', 'look_alike (shown)'],
  ['e\u0301.txt', 'look_alike (shown)'],
  ['a.txt ', 'look_alike (shown)'],
  ['at 3\u202fPM.png', 'look_alike (shown)'],
  ['con', 'unwritable_name (shown)'],
  ['docs/AUX.md', 'unwritable_name (shown)'],
  ['nul.tar.gz', 'unwritable_name (shown)'],
  ['com1/x', 'unwritable_name (shown)'],
  ['lpt\u00b9', 'unwritable_name (shown)'],
  ['what?.md', 'unwritable_name (shown)'],
  ['12:30.md', 'unwritable_name (shown)'],
] as const)('%j is %s', ([name, code]) => {
  expect(codesOf([entry(name)])).toContain(code)
})

test('a name that is not in UTF-8 is refused, and shown by its bytes', () => {
  const [found] = reviewEntry(entry(Uint8Array.of(0x61, 0xff, 0x1b)), undefined)
  expect(found).toMatchObject({ code: 'invalid_utf8', path: 'a\\xff\\x1b', refused: true })
})

// biome-ignore format: a table
test.for([
  '.git', '.GIT', '.Git ', '.git.', '.git. .', '.git::$INDEX_ALLOCATION', '.git:x', 'git~1', 'GIT~2', '.g\u200cit', '\ufeff.git', '.gi\u{206a}t',
  'a/.git', 'a\\.git\\config', '．git',
])('%j is the folder of git on some computer', (name) => {
  expect(isGitFolder(name)).toBe(true)
})

test.for(['.gitignore', '.github', 'git', 'git~x', '.gitx', 'my.git', '.git-x', 'agit~1'])('%j is not', (name) => {
  expect(isGitFolder(name)).toBe(false)
})

// biome-ignore format: a table
test.for([
  ['l', '/etc/passwd'], ['l', '../x'], ['a/l', '../../x'], ['a/b/l', '../../../x'], ['l', 'C:\\x'], ['l', 'a\\..\\..\\x'], ['l', ''],
  ['l', 'd/../../x'], ['a/l', 'x/../../..'], ['l', '.git/config'], ['a/l', '../.GIT/hooks/x'], ['l', '..'],
  // `d` may be a link to the root itself, and then `d/..` is outside.
  ['l', 'd/../x'],
] as const)('a link %s to %j leads out', ([path, target]) => {
  expect(codesOf([entry(path, MODES.link)], target)).toEqual(['escaping_link'])
})

test.for([
  ['l', 'a'],
  ['l', './a/b'],
  ['a/l', '../x'],
  ['a/b/l', '../../x/y'],
  ['a/l', '..'],
] as const)('a link %s to %j stays inside', ([path, target]) => {
  expect(codesOf([entry(path, MODES.link)], target)).toEqual([])
})

test('git reads no link in place of its own files', () => {
  expect(codesOf([entry('a/.gitattributes', MODES.link)], 'x')).toEqual(['link_for_git'])
})

test('another repository and odd modes are refused', () => {
  expect(codesOf([entry('sub', MODES.repository)])).toEqual(['other_repository'])
  expect(codesOf([entry('a', '100664')])).toEqual(['odd_mode'])
})

test('a file that tells git of other repositories is shown, wherever it lies', () => {
  expect(codesOf([entry('.gitmodules'), entry('a/.GitModules')])).toEqual([
    'other_repository (shown)',
    'other_repository (shown)',
  ])
  expect(codesOf([entry('gitmodules')])).toEqual([])
})

// biome-ignore format: a table
test.for([
  ['* filter=lfs', ['filter_attribute']],
  ['*.bin binary\n"a b" text filter=x', ['filter_attribute', 'attribute (shown)']],
  ['[attr]evil filter=x', ['filter_attribute']],
  ['*.ts -diff', ['attribute (shown)']],
  ['# filter=x\n\n*.ts -filter', []],
  ['filter=x', []],
  ['"a filter=x', ['filter_attribute']],
  ['\u00a0#a filter=x', ['filter_attribute']],
  [' \t# filter=x\r\n', []],
] as const)('attributes %j', ([text, codes]) => {
  expect(codesOf([entry('a/.gitattributes')], text)).toEqual(codes)
})

test.for(['.gitattributes.', 'a/.GitAttributes ', '.gitattributes::$DATA'])(
  'what Windows takes for a file of attributes is one: %s',
  (path) => {
    expect(codesOf([entry(path)], '* filter=x')).toContain('filter_attribute')
  },
)

test('what is too long to be read is refused and not taken for harmless', () => {
  const long = { ...entry('.gitattributes'), size: 1_000_000 }
  expect(objectsToRead([long])).toEqual(new Set())
  expect(reviewEntry(long, undefined)).toMatchObject([{ code: 'filter_attribute', refused: true }])
  expect(objectsToRead([entry('l', MODES.link), entry('x')])).toEqual(new Set(['o']))
})

test('a file that can be run now, or became a link, is pointed out', () => {
  const side = (mode: string) => ({ path: 'a', mode, object: 'o' })
  const file = (from: string, to: string): FileDiff => ({
    status: 'modified',
    old: side(from),
    new: side(to),
    binary: false,
    hunks: [],
  })
  const found = modeChanges([file('100644', '100644'), file('100644', '100755'), file('100755', '120000')])
  expect(found.map(({ message }) => message)).toEqual([
    'It was a file and becomes a file that can be run.',
    'It was a file that can be run and becomes a link.',
  ])
  const begun = ['100644', '100755', '120000'].map((mode): FileDiff => {
    return { status: 'added', new: side(mode), binary: false, hunks: [] }
  })
  expect(modeChanges(begun).map(({ message }) => message)).toEqual(['It is a file that can be run.', 'It is a link.'])
})
