import { expect, test } from 'vitest'
import { meantAmong } from './meant-id.ts'

const IDS = ['job_0abcdef12', 'job_0abcdeg34', 'job_0abcdef12:phase-1-strategic'] as const

test.for([
  ['its beginning', 'job_0abcdeg', ['job_0abcdeg34']],
  ['its beginning without the word', '0abcdeg', ['job_0abcdeg34']],
  ['its end', 'eg34', ['job_0abcdeg34']],
  ['all of it, though another begins so', 'job_0abcdef12', ['job_0abcdef12']],
  ['what stands behind the job', 'phase-1', ['job_0abcdef12:phase-1-strategic']],
  ['too little of the end', 'g34', []],
  ['the word that all begin with', 'job_', []],
] as const)('an id is meant by %s', ([, given, meant]) => {
  expect(meantAmong(IDS, given)).toEqual(meant)
})
