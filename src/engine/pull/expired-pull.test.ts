import { expect, test } from 'vitest'
import type { OnTimeout } from '../../model/checkpoint.ts'
import { PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'

/** A pull request about which people have a minute to answer. */
async function heldFor(on_timeout: OnTimeout) {
  const pulls = new PullWorld(await aWorld({ policy: 'jobs/guided' }))
  const { id } = await pulls.held({}, { timeout_seconds: 60, on_timeout })
  pulls.world.pass(60)
  return { pulls, id }
}

test('silence closes the pull request in the same commit, here and on a forge, and is nobody’s no', async () => {
  const { pulls, id } = await heldFor({ do: 'deny' })
  expect(await pulls.world.expire(id)).toBe(true)
  expect(await pulls.pull()).toMatchObject({ status: 'closed', ended_at: pulls.world.at(0) })
  const [expired, closed] = (await pulls.world.events()).slice(-2)
  expect(expired).toMatchObject({ type: 'checkpoint_resolved', data: { status: 'expired' } })
  expect(closed).toMatchObject({
    type: 'pull_closed',
    actor: { kind: 'system' },
    data: { reason: expect.stringMatching(/^Nobody answered by/) },
  })
  expect(await pulls.world.store.dueEffects(10)).toMatchObject([{ kind: 'close_hosted' }])
  expect(await pulls.world.events('refusal_recorded')).toEqual([])
})

test('who answers too late closes it where nobody swept, and is told that it is expired, then and later', async () => {
  const { pulls } = await heldFor({ do: 'deny' })
  await expect(pulls.submit('approve')).rejects.toMatchObject({ code: 'expired' })
  expect(await pulls.pull()).toMatchObject({ status: 'closed', merge: null })
  expect(await pulls.world.events('review_submitted')).toEqual([])
  await expect(pulls.submit('approve')).rejects.toMatchObject({ code: 'expired' })
  await expect(pulls.join('2')).rejects.toMatchObject({ code: 'pull_ended' })
})

test.for([{ do: 'park' }, { do: 'wait' }, { do: 'escalate', to: ['eve'] }] satisfies OnTimeout[])(
  'where silence leads to $do it stays open',
  async (then) => {
    const { pulls, id } = await heldFor(then)
    await pulls.world.expire(id)
    expect(await pulls.pull()).toMatchObject({ status: 'open' })
    expect(await pulls.world.events('pull_closed')).toEqual([])
  },
)
