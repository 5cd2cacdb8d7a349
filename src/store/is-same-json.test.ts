import { expect, test } from 'vitest'
import { isSameJson } from './is-same-json.ts'

test.for([
  ['{"a":[1,{"b":null}],"c":"x"}', '{"c":"x","a":[1,{"b":null}]}', true],
  ['{"a":1}', '{"a":"1"}', false],
  ['{"a":1}', '{"b":1}', false],
  ['{"a":1}', '{"a":1,"b":1}', false],
  ['[1,2]', '[2,1]', false],
  ['[]', '{}', false],
  ['null', '{}', false],
  ['{"toString":1}', '{"a":1}', false],
] as const)('%s and %s', ([one, other, same]) => {
  expect(isSameJson(JSON.parse(one), JSON.parse(other))).toBe(same)
})

test('however deep two values are, they are compared to their ends', () => {
  const nested = (end: string) => JSON.parse(`${'['.repeat(100_000)}${end}${']'.repeat(100_000)}`)
  expect(isSameJson(nested('1'), nested('1'))).toBe(true)
  expect(isSameJson(nested('1'), nested('2'))).toBe(false)
})
