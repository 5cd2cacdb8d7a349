import { expect, test } from 'vitest'
import { shownCode } from './shown-code.ts'

test.for([
  ['\t\tif err != nil {', '        if err != nil {'],
  ['a\tb', 'a   b'],
  ['abcd\tb', 'abcd    b'],
  ['日\tb', '日  b'],
  ['end\t', 'end '],
  ['none', 'none'],
] as const)('a tab reaches up to the next stop of four columns: %j', ([line, shown]) => {
  expect(shownCode(line)).toBe(shown)
})

test('what else would act on a terminal is written out', () => {
  expect(shownCode('\ta\u001b[31mb\u202ec\r')).toBe('    a\\u001b[31mb\\u202ec\\u000d')
})
