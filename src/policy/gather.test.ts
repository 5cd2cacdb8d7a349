import { expect, test } from 'vitest'
import { Gate } from '../model/gate.ts'
import { catalog } from '../testing/catalog.ts'
import { compileGather, gatherAgain } from './gather.ts'
import { resolvePolicy } from './resolve.ts'

const standard = () => resolvePolicy('standard', catalog)
const tolerant = () => resolvePolicy({ warning_tolerance: 'high' }, catalog)

test('under another tolerance a step shows the same issues and collects more of them', () => {
  const gate = Gate.parse({ kind: 'step', phase: 'b', status: 'warning', warnings: [{ text: 'x', severity: 'high' }] })
  const seen = compileGather(standard(), catalog)(gate)
  expect(seen).toMatchObject({ step: { issues: { warnings: [{ text: 'x' }] }, collected: { warnings: [] } } })
  expect(gatherAgain(tolerant(), gate, seen)).toEqual(compileGather(tolerant(), catalog)(gate))
})

test('what any other gate shows stays as it was seen', () => {
  const gate = Gate.parse({ kind: 'tool', tool: 'rm' })
  const seen = compileGather(standard(), catalog)(gate)
  expect(gatherAgain(tolerant(), gate, seen)).toBe(seen)
})
