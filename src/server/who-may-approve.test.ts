import { expect, test } from 'vitest'
import { HOUSE_POLICY } from '../testing/house-policy.ts'
import { aServedHouse, SESSION, type ServedHouse } from '../testing/served-house.ts'

/** What a list tells each of them: Ada is an administrator, Rob a reviewer, Vic may only look. */
async function told(house: ServedHouse) {
  const all = await Promise.all(
    (['admin', 'reviewer', 'viewer'] as const).map(async (who) => {
      const { rows } = await house.as(who).call('list_checkpoints', {})
      return rows.map(({ may_approve }) => may_approve)
    }),
  )
  const [ada, rob, vic] = all.map(([first]) => first)
  return { ada, rob, vic }
}

test('a list tells each person whether it is theirs to approve', async () => {
  const house = await aServedHouse()
  const { id, content_hash } = await house.hold()
  expect(await told(house)).toEqual({ ada: 'you', rob: 'you', vic: 'others' })

  // Whoever edits it has a part in it.
  const review = { answer: 'edit', args: { to: 'ann' } } as const
  await house.as('reviewer').call('answer_checkpoint', { checkpoint: id, content_hash, review })
  expect(await told(house)).toEqual({ ada: 'you', rob: 'others', vic: 'others' })

  await house.as('admin').call('change_settings', { solo: true })
  expect(await told(house)).toEqual({ ada: 'you', rob: 'you', vic: 'others' })
})

test('named approvers are the only ones whose turn it is, and where they are gone it is nobody’s', async () => {
  const house = await aServedHouse()
  await house.hold({ terms: { approvers: ['rob'] } })
  expect(await told(house)).toEqual({ ada: 'others', rob: 'you', vic: 'others' })
  await house.hold({ terms: { approvers: ['zoe'] } })
  const { rows } = await house.as('admin').call('list_checkpoints', { newest_first: true })
  expect(rows[0]?.may_approve).toBe('nobody')
})

test('whoever started a job above does not approve what is held below it', async () => {
  const house = await aServedHouse()
  const service = house.as('service')
  const job = { agent: 'scout', policy: HOUSE_POLICY }
  const { id: parent } = await service.call('start_job', { ...job, title: 'All', started_by: 'ada' })
  const child = await service.call('start_job', { ...job, title: 'A part', parent, started_by: 'rob' })
  const gate = { kind: 'tool', tool: 'send', args: {} } as const
  await service.call('ask', { job: child.id, gate, session: SESSION })
  expect(await told(house)).toEqual({ ada: 'nobody', rob: 'nobody', vic: 'nobody' })
  await house.addPerson('zoe', 'reviewer')
  expect((await told(house)).ada).toBe('others')
})

test('of what is over nobody is told that it waits for them', async () => {
  const house = await aServedHouse()
  const { id, content_hash } = await house.hold()
  await house.as('admin').call('answer_checkpoint', { checkpoint: id, content_hash, review: { answer: 'approve' } })
  const { rows } = await house.as('reviewer').call('list_checkpoints', { status: ['approved'] })
  expect(rows.map(({ may_approve }) => may_approve)).toEqual([null])
})
