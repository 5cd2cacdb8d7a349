import { expect, test } from 'vitest'
import { quoted } from './quoted.ts'

const PAGE = { width: 21, paint: (_format: unknown, text: string) => text, spell: (text: string) => text }

test('lines of a text are lines, each behind its bar, and whatever else would act is written out', () => {
  const words = 'What we know\n\nfirst\r\nnext \u001b[31mred\u202e\r over\n'
  expect(quoted(words, PAGE as never).split('\n')).toEqual([
    '  │ What we know',
    '  │ ',
    '  │ first',
    '  │ next',
    '  │ \\u001b[31mred\\u20',
    '  │ 2e\\u000d over',
  ])
})
