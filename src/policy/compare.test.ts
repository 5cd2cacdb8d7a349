import { expect, test } from 'vitest'
import { catalog } from '../testing/catalog.ts'
import { AXES } from './axes.ts'
import { compare } from './compare.ts'
import { resolveChild, resolvePolicy } from './resolve.ts'

const compareDocuments = (parent: unknown, child: unknown) => {
  const resolved = resolvePolicy(parent, catalog)
  return compare(resolved, resolveChild(resolved, child, catalog))
}
const rule = (tool: string, then: string, args?: object) => ({ match: { tool, ...(args && { args }) }, then })

test('a comparison says whether it is legal, what is looser, and how each axis stands', () => {
  const comparison = compareDocuments('standard', { budget_usd: 9, warning_tolerance: 'none' })
  expect(Object.keys(comparison).toSorted()).toEqual(['axes', 'legal', 'violations'])
  expect(Object.keys(comparison.axes).toSorted()).toEqual([...AXES.map((axis) => axis.name), 'delegable'].toSorted())
  expect(comparison).toMatchObject({
    legal: false,
    violations: ['budget_usd'],
    axes: { budget_usd: 'looser', warning_tolerance: 'stricter', error_tolerance: 'equal' },
  })
})

test.for([...catalog.presets.keys()])('a child that names nothing is equal to %s', (name) => {
  const comparison = compareDocuments(name, {})
  expect(comparison).toMatchObject({ legal: true, violations: [] })
  expect(new Set(Object.values(comparison.axes))).toEqual(new Set(['equal']))
})

test('a child is compared with what its parent hands on, not with what it may do itself', () => {
  const parent = { budget_usd: 1, warning_tolerance: 'none', delegable: { budget_usd: 0.2, warning_tolerance: 'low' } }
  expect(compareDocuments(parent, { budget_usd: 0.5 }).violations).toEqual(['budget_usd'])
  expect(compareDocuments(parent, { budget_usd: 0.2, warning_tolerance: 'low' }).axes).toMatchObject({
    budget_usd: 'equal',
    warning_tolerance: 'equal',
  })
})

test.for<[string, readonly object[], readonly object[], string]>([
  ['adds an ask', [], [rule('rm', 'ask')], 'stricter'],
  ['adds a deny', [], [rule('rm', 'deny')], 'stricter'],
  ['adds an allow', [], [rule('ls', 'allow')], 'looser'],
  ['adds a deny and an allow', [], [rule('rm', 'deny'), rule('ls', 'allow')], 'looser'],
  ['keeps an allow', [rule('ls', 'allow')], [rule('ls', 'allow')], 'equal'],
  ['drops an allow', [rule('ls', 'allow')], [], 'stricter'],
  ['widens an allow', [rule('ls', 'allow')], [rule('l*', 'allow')], 'looser'],
  ['frees an allow of its arguments', [rule('ls', 'allow', { path: 'src/*' })], [rule('ls', 'allow')], 'looser'],
  ['drops a deny', [rule('rm', 'deny')], [], 'looser'],
  ['drops an ask', [rule('rm', 'ask')], [], 'looser'],
  ['turns a deny into an ask', [rule('rm', 'deny')], [rule('rm', 'ask')], 'looser'],
  ['turns an ask into a deny', [rule('rm', 'ask')], [rule('rm', 'deny')], 'stricter'],
  ['turns an ask into an allow', [rule('rm', 'ask')], [rule('rm', 'allow')], 'looser'],
  ['narrows a deny', [rule('rm', 'deny')], [rule('rm', 'deny', { path: '/' })], 'looser'],
  [
    'puts an allow beside a deny of the same call',
    [rule('rm', 'deny')],
    [rule('rm', 'deny'), rule('rm', 'allow')],
    'looser',
  ],
  [
    'puts the same rules in another order',
    [rule('a', 'ask'), rule('b', 'deny')],
    [rule('b', 'deny'), rule('a', 'ask')],
    'equal',
  ],
])('a child that %s', ([, parent, child, order]) => {
  expect(compareDocuments({ rules: parent }, { rules: child }).axes.rules).toBe(order)
})
