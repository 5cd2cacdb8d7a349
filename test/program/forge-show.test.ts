import { expect, test } from 'vitest'
import { aForgeHouse } from '../../src/testing/forge/forge-house.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'

test('what a forge refuses to show is offered again once it is looked at, and not whenever anything happens here', async () => {
  let offered = 0
  const fault = (request: string) => {
    if (!/^POST .*\/pulls$/.test(request)) return undefined
    offered += 1
    return { status: 422, value: { message: 'Validation Failed' } }
  }
  const { house, keeper, leeway, look } = await aForgeHouse(githubFace, 'jobs/guided', { fault })
  await leeway.close()
  const happens = async (on: boolean) => {
    await house.desk.setSolo(on)
    keeper.tend()
    await keeper.close()
  }
  // The first time anything is due, so that everything is looked at.
  await happens(false)
  const before = offered
  for (const on of [true, false, true, false, true]) await happens(on)
  expect(offered - before).toBeLessThanOrEqual(1)
  const again = offered
  await look()
  expect(offered).toBe(again + 1)
})
