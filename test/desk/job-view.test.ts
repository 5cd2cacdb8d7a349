import { expect, test } from 'vitest'
import { JobId } from '../../src/model/ids.ts'
import { aHouse } from '../../src/testing/house.ts'
import { aWrite, jobRow } from '../../src/testing/store-rows.ts'

const idOf = (number: number) => `child-${String(number).padStart(4, '0')}`

/** A job with so many children, each with an input of so many characters. */
async function aFamily(children: number, text: number) {
  const house = await aHouse()
  const root = await (await house.open()).job()
  const { policy } = await root.read()
  const given = { path: [root.id], policy, input: 'x'.repeat(text) }
  const rows = Array.from({ length: children }, (_, at) => jobRow(idOf(at), 0, given))
  await house.store.append(aWrite({ rows }))
  return house.desk.job(JobId.parse(root.id))
}

test('every child of a job is shown, also where they are many', async () => {
  const { descendants, more } = await aFamily(120, 10)
  expect(descendants.map(({ id }) => id)).toEqual(Array.from({ length: 120 }, (_, at) => idOf(at)))
  expect(more).toBe(false)
})

test('children are shown as far as there is room, and that there are more is said', async () => {
  const { descendants, more } = await aFamily(40, 100_000)
  expect(descendants).toHaveLength(10)
  expect(more).toBe(true)
})

test('of a job with very many children it is said that there are more', async () => {
  const { descendants, more } = await aFamily(1001, 10)
  expect(descendants).toHaveLength(1000)
  expect(more).toBe(true)
})
