import { expect, test } from 'vitest'
import { sameNames } from './same-names.ts'

// biome-ignore format: a table
test.for([
  // comes        beside                      is taken for
  ['README',      ['Readme', 'README', 'x'],  'Readme'],
  ['e\u0301.txt', ['\u00e9.txt'],             '\u00e9.txt'],
  ['Docs/a',      ['docs/b', 'Docs/a'],       'docs'],
  ['Docs',        ['docs/b', 'Docs'],         'docs'],
  ['a/b',         ['a/b', 'a/c', 'A.md'],     undefined],
] as const)('%s beside %j', ([path, all, other]) => {
  expect(sameNames([path], all).get(path)).toBe(other)
})
