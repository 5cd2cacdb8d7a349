import { expect, test } from 'vitest'
import { PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { mergeMessage } from './merge-message.ts'

test('without a title the branch is the subject, and without a description there is none', async () => {
  const pull = await new PullWorld(await aWorld({ policy: 'jobs/guided' })).open()
  const trailer = 'Leeway-Pull: job-1:phase-1-strategic'
  expect(mergeMessage({ ...pull, title: ' ', description: ' \n' }, [])).toBe(`phase-1-strategic\n\n${trailer}`)
  expect(mergeMessage({ ...pull, title: 'The\nplan' }, [])).toBe(`The plan\n\nWhat we learned.\n\n${trailer}`)
})
