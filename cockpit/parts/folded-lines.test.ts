import { expect, test } from 'vitest'
import { foldedLines } from './folded-lines.ts'
import type { DiffLine } from './line-diff.ts'

const DID = { ' ': 'kept', '-': 'removed', '+': 'added' } as const
const lines = (text: string): readonly DiffLine[] =>
  [...text].map((sign) => ({ did: DID[sign as keyof typeof DID], text: '' }))
const SIGNS = { kept: ' ', removed: '-', added: '+' } as const
const folded = (text: string) =>
  foldedLines(lines(text), 2)
    .map((line) => (line.did === 'left out' ? `(${line.count})` : SIGNS[line.did]))
    .join('')

test.for([
  ['nothing changes', '      ', '(6)'],
  ['nothing is there', '', ''],
  ['all of it changes', '-+', '-+'],
  ['a line in the middle', '     -+     ', '(3)  -+  (3)'],
  ['the first line', '+     ', '+  (3)'],
  ['the last line', '     -', '(3)  -'],
  ['two that are far from each other', '-        +', '-  (4)  +'],
  ['two that are near', '-    +', '-    +'],
  ['two with one line between what stands around them', '-     +', '-     +'],
] as const)('where %s, what stayed is left out but for two lines', ([, text, expected]) => {
  expect(folded(text)).toBe(expected)
})
