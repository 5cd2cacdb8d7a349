import { expect, test } from 'vitest'
import { type Folder, folderOf, nameIn } from './folder-of.ts'

/** A folder as nested lists: names of folders before what is in them. */
const told = ({ name, entries }: Folder<string>): unknown => [
  name,
  ...entries.map((entry) => (entry.is === 'folder' ? told(entry.folder) : nameIn(entry.item))),
]
const foldersIn = ({ entries }: Folder<string>) =>
  entries.flatMap((entry) => (entry.is === 'folder' ? [entry.folder] : []))
/** Everything in the order in which it is read. */
const all = ({ entries }: Folder<string>): string[] =>
  entries.flatMap((entry) => (entry.is === 'folder' ? all(entry.folder) : [entry.item]))
const tree = (...paths: string[]) => told(folderOf(paths, (path) => path))

test('files stand in their folders, and both in the order in which they came', () => {
  expect(tree('b.md', 'src/a.ts', 'src/model/job.ts', 'src/model/pull.ts', 'src/z.ts', 'z.md')).toEqual([
    '',
    'b.md',
    ['src', 'a.ts', ['model', 'job.ts', 'pull.ts'], 'z.ts'],
    'z.md',
  ])
})

test('what git has sorted is read in the same order, whatever stands beside a folder', () => {
  const paths = ['a-b/c', 'a.ts', 'a/b.ts', 'a/b/c', 'a/b0', 'a0', 'b/only/one.ts', 'c']
  expect(all(folderOf(paths, (path) => path))).toEqual(paths)
})

test('a folder that holds only a folder is one with it, however deep', () => {
  expect(tree('src/engine/pull/a.ts', 'src/engine/pull/b.ts')).toEqual(['', ['src/engine/pull', 'a.ts', 'b.ts']])
  expect(tree('docs/a/b/c.md', 'docs/a/d.md')).toEqual(['', ['docs/a', ['b', 'c.md'], 'd.md']])
})

test('each folder knows its whole path, so that two of the same name are told apart', () => {
  const folders = foldersIn(folderOf(['a/x/1', 'a/2', 'b/x/3', 'b/4'], (path) => path))
  expect(folders.flatMap((folder) => foldersIn(folder).map(({ path }) => path))).toEqual(['a/x', 'b/x'])
})

test('no file is lost and none comes twice', () => {
  const paths = ['a', 'b/c', 'b/d/e', 'b/d/f/g', 'h//i', '__proto__/x', 'constructor']
  expect(all(folderOf(paths, (path) => path)).toSorted()).toEqual(paths.toSorted())
})
