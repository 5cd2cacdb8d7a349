import { expect, test } from 'vitest'
import { whyNot } from './read-files.ts'

const MB = 1024 * 1024
const file = (name: string, size: number) => ({ name, size })

test.for([
  ['one that fits', [file('a', 5 * MB)], undefined],
  [
    'one that is too large',
    [file('a', 1), file('b.pdf', 5.2 * MB)],
    '“b.pdf” has 5.2 MB; a document has at most 5 MB.',
  ],
  [
    'too much together',
    [file('a', 4 * MB), file('b', 4 * MB + 1)],
    'At most 20 documents of 8 MB together are given at once. Give them in parts.',
  ],
  [
    'too many',
    Array.from({ length: 21 }, (_, at) => file(String(at), 1)),
    'At most 20 documents of 8 MB together are given at once. Give them in parts.',
  ],
] as const)('%s', ([, files, why]) => {
  expect(whyNot(files)).toBe(why)
})
