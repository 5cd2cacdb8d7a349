import { expect, test } from 'vitest'
import { Apart } from './apart.ts'
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

test('a new row has all its parts to write, and is whole when it is read', () => {
  const halves = new Apart().split(place, row, { isNew: true, json })
  expect(JSON.parse(halves.body)).toEqual({ id: 'chk_1', status: 'pending' })
  expect(new Apart().join(place, halves)).toEqual(row)
})

test('what was read and passed on untouched is not written again', () => {
  const apart = new Apart()
  const read = apart.join<never>(place, apart.split(place, row, { isNew: true, json }))
  const next = apart.split(place, { ...(read as object), status: 'approved' } as never, { isNew: false, json })
  expect(next.apart).toBeNull()
  expect(JSON.parse(next.body)).toMatchObject({ status: 'approved' })
})

test.for(['gate', 'content', 'decision', 'terms'])('a changed %s is written, with everything beside it', (field) => {
  const apart = new Apart()
  const read = apart.join<never>(place, apart.split(place, row, { isNew: true, json }))
  const changed = { ...(read as object), [field]: { other: 1 } } as never
  const halves = apart.split(place, changed, { isNew: false, json })
  expect(apart.join(place, halves)).toEqual(changed)
})

test('what another store, or another row, has is not taken for kept', () => {
  const [one, other] = [new Apart(), new Apart()]
  const read = one.join<never>(place, one.split(place, row, { isNew: true, json }))
  expect(other.split(place, read, { isNew: false, json }).apart).not.toBeNull()
  expect(one.split({ shape, id: 'chk_2' }, read, { isNew: false, json }).apart).not.toBeNull()
  expect(one.split(place, read, { isNew: true, json }).apart).not.toBeNull()
})
