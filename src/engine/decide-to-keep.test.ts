import { expect, test } from 'vitest'
import { compilePolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'
import { A_FAILURE, aCall, aPolicy, THE_END } from '../testing/builders.ts'
import { catalog } from '../testing/catalog.ts'
import { aWorld } from '../testing/world.ts'
import { decideToKeep } from './decide-to-keep.ts'
import type { Write } from './ports.ts'

test('no event of a hold, its approval and its claim has a frozen list in it, because those are slow to turn into text', async () => {
  const world = await aWorld()
  const writes: Write[] = []
  const append = world.store.append.bind(world.store)
  world.store.append = (write) => {
    writes.push(write)
    return append(write)
  }
  await world.hold()
  await world.approve('chk-1')
  await world.spend('chk-1')
  const events = writes.flatMap(({ events: of }) => of)
  expect(events.map(({ type }) => type)).toContain('approval_spent')
  expect(events.flatMap(({ type, data }) => frozenLists(data, type))).toEqual([])
})

test('what is kept of a decision is what was decided', () => {
  const policy = compilePolicy(aPolicy(), catalog)
  for (const gate of [aCall(), aCall('look'), aCall('wipe'), A_FAILURE, THE_END]) {
    expect(decideToKeep(policy, gate)).toEqual(decide(policy, gate))
  }
  expect(decideToKeep(policy, aCall()).would_allow_if).not.toBeNull()
})

/** Where frozen lists stand. */
function frozenLists(value: unknown, at: string): string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = Object.entries(value).flatMap(([key, inner]) => frozenLists(inner, `${at}/${key}`))
  return Array.isArray(value) && Object.isFrozen(value) ? [at, ...inside] : inside
}
