import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { gateIn } from '../../src/config/gate-in.ts'
import { policyFor } from '../../src/config/policy-for.ts'
import { openWorkplace } from '../../src/config/workplace.ts'
import { compilePolicy } from '../../src/policy/compile.ts'
import { decide } from '../../src/policy/decide.ts'

const workplace = await openWorkplace(fileURLToPath(new URL('../../examples/project', import.meta.url)), {})
const bookkeeper = { agent: 'bookkeeper', tenant: 'acme' }
const decideFor = (request: object, gate: unknown) =>
  decide(compilePolicy(policyFor(workplace, request).policy, workplace.catalog), gateIn(workplace, gate))

test.for([
  ['send_invoice', 'ask'],
  ['delete_entry', 'deny'],
  ['read_ledger', 'allow'],
] as const)('the example’s bookkeeper meets its own rules: %s is %s', ([tool, verdict]) => {
  expect(decideFor(bookkeeper, { kind: 'tool', tool }).verdict).toBe(verdict)
})

test('the example’s ceiling lowers the bookkeeper’s budget, and the tenant’s word decides about its checkpoints', () => {
  const { policy } = policyFor(workplace, bookkeeper)
  expect(policy.budget_usd).toBe(5)
  expect(policy.checkpoint_types).toContain('final_output')
})

test('the example’s own words make a warning high, and the decision says so without them', () => {
  const gate = gateIn(workplace, { kind: 'step', phase: 'b', status: 'warning', warnings: ['paper is out of stock'] })
  expect(gate).toMatchObject({ warnings: [{ severity: 'high' }] })
})
