import { expect, test } from 'vitest'
import { GrantId } from '../model/ids.ts'
import { aWorld } from '../testing/world.ts'
import { forgetGrant } from './forget-grant.ts'

test('a grant that nobody knows the use of any more permits nothing, once', async () => {
  const world = await aWorld()
  await world.hold()
  const { grant } = await world.review('chk-1', { answer: 'approve', grant: { count: 9 } })
  expect(await world.ask()).toMatchObject({ status: 'allowed' })
  const id = GrantId.parse(grant)
  expect(await world.run(forgetGrant, { grant: id })).toBe(true)
  expect(await world.run(forgetGrant, { grant: id })).toBe(false)
  expect(await world.ask()).toMatchObject({ status: 'held' })
  expect(await world.row('grants', id)).toMatchObject({ hits: 1, revoked_at: world.at(0) })
  await expect(world.run(forgetGrant, { grant: GrantId.parse('grant-9') })).rejects.toMatchObject({ code: 'not_found' })
})
