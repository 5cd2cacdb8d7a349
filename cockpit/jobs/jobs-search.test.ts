import { expect, test } from 'vitest'
import { readJobsSearch } from './jobs-search.ts'

test.for([
  [{ include_mid_process: 1 }, 1],
  [{ include_mid_process: true }, 1],
  [{ display_mode: 'mid_process' }, 1],
  [{ include_mid_process: 0 }, undefined],
  [{ display_mode: 'needs_person' }, undefined],
  [{}, undefined],
] as const)('an address with %j asks for jobs that run by themselves: %s', ([given, is]) => {
  expect(readJobsSearch(given).include_mid_process).toBe(is)
})
