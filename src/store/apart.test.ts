import { expect, test } from 'vitest'
import { Apart, type Halves } from './apart.ts'
import { SHAPES, type TableShape } from './table-shape.ts'

const shape = SHAPES.get('checkpoints') as TableShape
const place = { shape, id: 'chk_1' }
const row = {
  id: 'chk_1',
  status: 'pending',
  gate: { kind: 'completion' },
  content: {},
  decision: {},
  terms: {},
} as never
const json = JSON.stringify

function joined(apart: Apart, halves: Halves): never {
  return apart.join<never>(place, halves.body, halves.apart === null ? null : JSON.parse(halves.apart))
}

test('a new row has all its parts to write, and is whole when it is read', () => {
  const halves = new Apart().split(place, row, { isNew: true, json })
  expect(JSON.parse(halves.body)).toEqual({ id: 'chk_1', status: 'pending' })
  expect(joined(new Apart(), halves)).toEqual(row)
})

test('what was read and passed on untouched is not written again', () => {
  const apart = new Apart()
  const read = joined(apart, apart.split(place, row, { isNew: true, json }))
  const next = apart.split(place, { ...(read as object), status: 'approved' } as never, { isNew: false, json })
  expect(next.apart).toBeNull()
  expect(JSON.parse(next.body)).toMatchObject({ status: 'approved' })
})

test.for(['gate', 'content', 'decision', 'terms'])('a changed %s is written, with everything beside it', (field) => {
  const apart = new Apart()
  const read = joined(apart, apart.split(place, row, { isNew: true, json }))
  const changed = { ...(read as object), [field]: { other: 1 } } as never
  const halves = apart.split(place, changed, { isNew: false, json })
  expect(joined(apart, halves)).toEqual(changed)
})

test('what another store, or another row, has is not taken for kept', () => {
  const [one, other] = [new Apart(), new Apart()]
  const read = joined(one, one.split(place, row, { isNew: true, json }))
  expect(other.split(place, read, { isNew: false, json }).apart).not.toBeNull()
  expect(one.split({ shape, id: 'chk_2' }, read, { isNew: false, json }).apart).not.toBeNull()
  expect(one.split(place, read, { isNew: true, json }).apart).not.toBeNull()
})
