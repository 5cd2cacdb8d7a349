import { expect, test } from 'vitest'
import { PersonId, TenantId } from '../model/ids.ts'
import { ADA, aPerson, person, ROB, SCOUT } from '../testing/builders.ts'
import { aWorld } from '../testing/world.ts'
import { enrolPerson } from './enrol-person.ts'
import { noteWebhook } from './note-webhook.ts'

test.for([
  ['an administrator', ADA, 'done'],
  ['an administrator of another tenant', person('lou'), 'not_authorised'],
  ['a reviewer', ROB, 'not_authorised'],
  ['an agent', SCOUT, 'actor_not_human'],
  ['an agent under a person’s name', { kind: 'agent', id: 'ada' }, 'actor_not_human'],
] as const)('%s adds a webhook: %2$s', async ([, by, expected]) => {
  const world = await aWorld()
  const lou = aPerson({ id: PersonId.parse('lou'), role: 'admin', tenants: [TenantId.parse('other')] })
  await world.run(enrolPerson, { by: ADA, person: lou, change: false })
  const tenant = TenantId.parse('acme')
  const webhook = { webhook: 'whk-1', origin: 'https://example.org', change: 'added' } as const
  const word = await world.run(noteWebhook, { by, tenant, ...webhook }).then(
    () => 'done',
    (error) => error.code,
  )
  expect(word).toBe(expected)
  const noted = { tenant, actor: ADA, data: { webhook: 'whk-1', origin: 'https://example.org' } }
  expect(await world.events('webhook_added')).toMatchObject(word === 'done' ? [noted] : [])
})
