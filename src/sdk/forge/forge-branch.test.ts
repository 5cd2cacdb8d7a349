import { expect, test } from 'vitest'
import { JobId } from '../../model/ids.ts'
import { forgeBranch } from './forge-branch.ts'

const nameOf = (job: string) => forgeBranch({ job: JobId.parse(job), branch: 'phase-1-strategic' }).split('/')[1] ?? ''

test('a job that is called what git takes has its own name on a forge', () => {
  expect(nameOf('job_Ab-1')).toBe('job_Ab-1')
})

test('no two jobs share a branch there, also where one is called what the other becomes', () => {
  const odd = nameOf('house:job.1')
  expect(odd).toMatch(/^house-job-1-[0-9a-f]{12}$/)
  const [other, third] = [nameOf(odd), nameOf(nameOf(odd))]
  expect(new Set([odd, other, third, nameOf('house:job:1')]).size).toBe(4)
})
