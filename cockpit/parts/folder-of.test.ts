import { expect, test } from 'vitest'
import { type Folder, folderOf, nameIn } from './folder-of.ts'

/** A folder as nested lists: names of folders before what is in them. */
const told = ({ name, folders, items }: Folder<string>): unknown => [
  name,
  ...folders.map(told),
  ...items.map((path) => nameIn(path)),
]
const tree = (...paths: string[]) => told(folderOf(paths, (path) => path))

test('files stand in their folders, folders before files', () => {
  expect(tree('b.md', 'src/a.ts', 'src/model/job.ts', 'src/model/pull.ts')).toEqual([
    '',
    ['src', ['model', 'job.ts', 'pull.ts'], 'a.ts'],
    'b.md',
  ])
})

test('a folder that holds only a folder is one with it, however deep', () => {
  expect(tree('src/engine/pull/a.ts', 'src/engine/pull/b.ts')).toEqual(['', ['src/engine/pull', 'a.ts', 'b.ts']])
  expect(tree('docs/a/b/c.md', 'docs/a/d.md')).toEqual(['', ['docs/a', ['b', 'c.md'], 'd.md']])
})

test('each folder knows its whole path, so that two of the same name are told apart', () => {
  const { folders } = folderOf(['a/x/1', 'a/2', 'b/x/3', 'b/4'], (path) => path)
  expect(folders.flatMap((folder) => folder.folders.map(({ path }) => path))).toEqual(['a/x', 'b/x'])
})

test('no file is lost and none comes twice', () => {
  const paths = ['a', 'b/c', 'b/d/e', 'b/d/f/g', 'h//i', '__proto__/x', 'constructor']
  const all = ({ folders, items }: Folder<string>): string[] => [...folders.flatMap(all), ...items]
  expect(all(folderOf(paths, (path) => path)).toSorted()).toEqual(paths.toSorted())
})
