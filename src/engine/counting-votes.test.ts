import { expect, test } from 'vitest'
import { PersonId } from '../model/ids.ts'
import { aCheckpoint, aJob, aPerson, NOON } from '../testing/builders.ts'
import { PullWorld } from '../testing/pull-world.ts'
import { aWorld } from '../testing/world.ts'
import { countingVotes, type Voted } from './counting-votes.ts'

const ROB = PersonId.parse('rob')
const AT = NOON.toISOString()

/** Whose votes count, where rob has voted for what is there. */
function counted(given: Partial<Voted> = {}): readonly string[] {
  const { content_hash } = aCheckpoint()
  const checkpoint = aCheckpoint({ votes: [{ by: ROB, at: AT, content_hash }] })
  const job = { job: aJob(), ancestors: [] }
  const voters = new Map([[ROB, aPerson()]])
  return [...countingVotes({ checkpoint, voters, job, solo: false, pull: undefined, ...given })]
}

test('invariant 19: a vote counts for exactly the content that it was given to', () => {
  const votes = [{ by: ROB, at: AT, content_hash: 'sha256:of something else' }]
  expect(counted()).toEqual(['rob'])
  expect(counted({ checkpoint: aCheckpoint({ votes }) })).toEqual([])
})

test('invariant 18: a vote of whoever started the job, or pushed to what is reviewed, does not count', async () => {
  const started = { job: aJob({ started_by: { kind: 'person', id: 'rob' } }), ancestors: [] }
  expect(counted({ job: started })).toEqual([])
  expect(counted({ job: started, solo: true })).toEqual(['rob'])
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const pull = await pulls.open()
  expect(counted({ pull })).toEqual(['rob'])
  expect(counted({ pull: { ...pull, pushed_by: [ROB] } })).toEqual([])
})
