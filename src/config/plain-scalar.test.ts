import { expect, test } from 'vitest'
import { plainScalar } from './plain-scalar.ts'

test.for([
  ['true', true],
  ['True', true],
  ['FALSE', false],
  ['0', 0],
  ['-3', -3],
  ['0.5', 0.5],
  ['1e3', 1000],
  ['', null],
  ['~', null],
  ['Null', null],
  ['full', 'full'],
  ['per-step', 'per-step'],
  ['1.2.3', '1.2.3'],
  ['2026-01-31', '2026-01-31'],
  ['<<', '<<'],
  ['information', 'information'],
] as const)('%j means %j', ([word, value]) => {
  expect(plainScalar(word)).toEqual({ value })
})

test.for([
  '1_000',
  '0o17',
  '0x10',
  '0b1',
  '017',
  '+5',
  '.5',
  '5.',
  '.inf',
  '-.INF',
  '.nan',
  'NaN',
  'Infinity',
  '-Infinity',
])('%s looks like a number and is refused', (word) => {
  expect(plainScalar(word)).toMatchObject({ code: 'invalid_value', fault: expect.stringContaining('plain decimal') })
})

test.for([
  ['yes', 'Write true'],
  ['On', 'Write true'],
  ['NO', 'Write false'],
  ['off', 'Write false'],
] as const)('%s is refused with a hint', ([word, hint]) => {
  expect(plainScalar(word)).toMatchObject({ code: 'invalid_value', fault: expect.stringContaining(hint) })
})

test('a decimal too large for a number is refused', () => {
  expect(plainScalar('1e400')).toMatchObject({ code: 'invalid_value', fault: expect.stringContaining('1e400') })
  expect(plainScalar('9'.repeat(400))).toMatchObject({ code: 'invalid_value' })
})
