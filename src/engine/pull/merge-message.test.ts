import { expect, test } from 'vitest'
import { addressOf } from '../../model/actor.ts'
import { PersonId } from '../../model/ids.ts'
import { EVE, ROB } from '../../testing/builders.ts'
import { PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { mergeMessage } from './merge-message.ts'

test('without a title the branch is the subject, and without a description there is none', async () => {
  const pull = await new PullWorld(await aWorld({ policy: 'jobs/guided' })).open()
  const trailer = 'Leeway-Pull: job-1:phase-1-strategic'
  expect(mergeMessage({ ...pull, title: ' ', description: ' \n' }, [])).toBe(`phase-1-strategic\n\n${trailer}`)
  expect(mergeMessage({ ...pull, title: 'The\nplan' }, [])).toBe(`The plan\n\nWhat we learned.\n\n${trailer}`)
})

test('whoever has a part in it is named with an address, and whoever looked at it by name', async () => {
  const pull = await new PullWorld(await aWorld({ policy: 'jobs/guided' })).open()
  const [rob, eve] = [PersonId.parse('rob'), PersonId.parse('eve')]
  const message = mergeMessage({ ...pull, title: 'The  \n plan', pushed_by: [rob, eve] }, [eve])
  expect(message.split('\n\n')).toEqual([
    'The plan',
    'What we learned.',
    [
      `Co-authored-by: rob <${addressOf(ROB)}>`,
      `Co-authored-by: eve <${addressOf(EVE)}>`,
      'Reviewed-by: eve',
      'Leeway-Pull: job-1:phase-1-strategic',
    ].join('\n'),
  ])
})

test.for(['Reviewed-by: ada', 'REVIEWED-BY : ada', 'Co-authored-by\t: ada', 'Leeway-Pull: other'])(
  'a line of the agent that looks like a trailer is quoted: %j',
  async (line) => {
    const pull = await new PullWorld(await aWorld({ policy: 'jobs/guided' })).open()
    expect(mergeMessage({ ...pull, description: `Good.\n${line}` }, [])).toContain(`\n> ${line}\n`)
  },
)
