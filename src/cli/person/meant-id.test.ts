import { expect, test } from 'vitest'
import { meantAmong, meantId } from './meant-id.ts'

const IDS = ['job_0abcdef12', 'job_0abcdeg34', 'job_0abcdef12:phase-1-strategic'] as const

test.for([
  ['its beginning', 'job_0abcdeg', ['job_0abcdeg34']],
  ['its beginning without the word', '0abcdeg', ['job_0abcdeg34']],
  ['its end', 'eg34', ['job_0abcdeg34']],
  ['all of it, though another begins so', 'job_0abcdef12', ['job_0abcdef12']],
  ['what stands behind the job', 'phase-1', ['job_0abcdef12:phase-1-strategic']],
  ['too little of the end', 'g34', []],
  ['what lists show of it', 'job_…eg34', ['job_0abcdeg34']],
  ['what a list shows of one that was chosen', '…eg34', ['job_0abcdeg34']],
  ['the word of another kind', 'chk_…eg34', []],
  ['too little of the end in what is shown', 'job_…g34', []],
] as const)('an id is meant by %s', ([, given, meant]) => {
  expect(meantAmong(IDS, given)).toEqual(meant)
})

test('the word that all ids of a kind begin with names none, also where there is only one', async () => {
  const id = { safeParse: () => ({ success: false }) as const }
  const only = async () => ({ rows: [{ id: 'job_0abcdef12' }], next: null })
  await expect(meantId('job_', { what: 'job', id, lists: [only] })).rejects.toThrow(
    'may be job_0abcdef12. Write more of it.',
  )
  const endsSo = async () => ({ rows: [{ id: 'job_0abcde12_' }], next: null })
  expect(await meantId('e12_', { what: 'job', id, lists: [endsSo] })).toBe('job_0abcde12_')
  expect(await meantId('job_0', { what: 'job', id, lists: [only] })).toBe('job_0abcdef12')
})
