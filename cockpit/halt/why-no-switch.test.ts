import { expect, test } from 'vitest'
import { TenantId } from '../../src/model/ids.ts'
import { whyNoSwitch } from './why-no-switch.ts'

const ACME = [TenantId.parse('acme')]
const AGENT = { of: 'agent', name: 'mailer' } as const
const TENANT = { of: 'tenant', name: 'acme' } as const

test.for([
  ['viewer', '*', AGENT, true, 'look but not decide'],
  ['reviewer', '*', AGENT, true, 'may'],
  ['reviewer', '*', AGENT, false, 'An administrator'],
  ['admin', '*', AGENT, false, 'may'],
  ['reviewer', ACME, AGENT, true, 'acme and no other'],
  ['reviewer', ACME, TENANT, true, 'may'],
  ['admin', ACME, { of: 'tenant', name: 'other' }, false, 'acme and no other'],
] as const)('a %s who sees %j is told of %j, on: %s, why not: %s', ([caller, tenants, scope, on, why]) => {
  const said = whyNoSwitch({ caller, tenants: tenants === '*' ? '*' : [...tenants] }, scope, on)
  expect(said ?? 'may').toContain(why)
})
