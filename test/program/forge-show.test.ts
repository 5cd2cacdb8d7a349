import { expect, test } from 'vitest'
import { inHand } from '../../src/sdk/forge/hand.ts'
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

test('a round that somebody had in hand when it came is shown once they let go, though nothing else happens', async () => {
  const { context, keeper, leeway, pull, state } = await aForgeHouse(githubFace, 'jobs/guided', {
    fault: (request) => (/^POST .*\/pulls$/.test(request) ? { status: 422, value: {} } : undefined),
  })
  await leeway.close()
  const tend = async () => {
    keeper.tend()
    await keeper.close()
  }
  const { id } = await pull()
  // The first time anything is due.
  await tend()
  state.fault = () => undefined
  await inHand(context, { pull: id, patienceMs: 10_000 }, tend)
  expect(state.pulls).toEqual([])
  await tend()
  expect(state.pulls).toHaveLength(1)
})
