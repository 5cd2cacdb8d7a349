import { expect, test } from 'vitest'
import { becameText } from './became-text.ts'

const by = (kind: 'person' | 'system', id: string) => ({ by: { kind, id }, at: '', reason: '' }) as never

test.for([
  ['pending', null, ''],
  ['approved', by('person', 'ada'), 'approved by ada'],
  ['expired', by('system', 'keeper'), 'expired'],
  ['superseded', null, 'superseded'],
] as const)('%s is told as %s', ([status, resolution, text]) => {
  expect(becameText({ status, resolution })).toBe(text)
})
