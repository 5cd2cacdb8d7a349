import { expect, test } from 'vitest'
import { PersonId } from '../../model/ids.ts'
import type { Landing, Pull } from '../../model/pull.ts'
import { oid, PullWorld } from '../../testing/pull-world.ts'
import { aWorld } from '../../testing/world.ts'
import { landingAfter, landingsIn, othersIn } from './landed-by.ts'

const [BASE, HEAD, OTHER, LAST] = [oid('ba'), oid('e1'), oid('a1'), oid('f1')] as const

const landing = (by: string, to: string, on: string = BASE): Landing => ({
  ...{ by: PersonId.parse(by), to, on, applies: [], under: null },
})

async function expecting(first: Landing, ...beside: readonly Landing[]): Promise<Pull> {
  const pull = await new PullWorld(await aWorld({ policy: 'jobs/guided' })).open()
  return { ...pull, landing: { ...first, beside } }
}

test('invariant 18: a round has the commits that it is or stands on, and nobody is left out', async () => {
  const pull = await expecting(landing('eve', HEAD), landing('ada', OTHER))
  const named = (asked: Parameters<typeof landingsIn>[2]) => landingsIn(pull, HEAD, asked).map(({ by }) => by)
  expect(named({ looked: [OTHER], holds: [] })).toEqual(['eve'])
  expect(named({ looked: [OTHER], holds: [OTHER] })).toEqual(['eve', 'ada'])
  expect(() => named({ looked: [HEAD], holds: [] })).toThrow('Somebody else is at')
  expect(() => named(undefined)).toThrow('Somebody else is at')
})

test('git need not be asked about what the round itself is, nor about what is built on it', async () => {
  const pull = await expecting(landing('eve', HEAD), landing('ada', LAST, HEAD))
  expect(landingsIn(pull, HEAD).map(({ by }) => by)).toEqual(['eve'])
})

test('people whose commits a round has are named once, and without whoever brings it', () => {
  expect(othersIn([landing('eve', HEAD), landing('ada', HEAD), landing('ada', OTHER)], 'eve')).toEqual(['ada'])
})

test('behind a round those stay expected who build on it, and nobody else', async () => {
  const others = [landing('ada', LAST, HEAD), landing('rob', OTHER, HEAD)]
  const built = await expecting(landing('eve', HEAD, HEAD), ...others)
  expect(landingAfter(built, HEAD)).toEqual({ ...others[0], beside: [others[1]] })
  expect(landingAfter(await expecting(landing('eve', HEAD), landing('ada', LAST, HEAD)), HEAD)).toEqual(others[0])
  expect(landingAfter(await expecting(landing('eve', HEAD), landing('ada', OTHER)), HEAD)).toBeNull()
})
