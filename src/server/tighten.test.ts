import { expect, test } from 'vitest'
import { TenantId } from '../model/ids.ts'
import { aServedHouse } from '../testing/served-house.ts'

/** Without a confidence it is held in any case. */
const PAY = { kind: 'action', action: { kind: 'standard', name: 'transfer', irreversibility: 'high' } } as const

test.for([{}, { irreversible: false }])(
  'what can not be undone needs a proof of presence also when an agent elsewhere asks with %o',
  async (terms) => {
    const house = await aServedHouse()
    const job = (await house.as('agent').call('start_job', { agent: 'scout' })).id
    const held = await house.hold({ job, gate: PAY, terms })
    expect(held.terms).toMatchObject({ irreversible: true })
    // What an agent leaves out follows from the gate, and is filled in by no default.
    expect(held.terms.answers).toEqual(['approve', 'edit', 'reject', 'comment'])
    const review = { answer: 'approve' } as const
    const approved = house
      .as('reviewer')
      .call('answer_checkpoint', { checkpoint: held.id, content_hash: held.content_hash, review })
    await expect(approved).rejects.toMatchObject({ code: 'step_up_needed' })
  },
)

test.for([[['approve']], [['respond']], [['approve', 'comment']], [['comment']], [['reject', 'approve']]] as const)(
  'people can say no where an agent asks for %o',
  async ([answers]) => {
    const house = await aServedHouse()
    const { id: checkpoint, content_hash, terms } = await house.hold({ terms: { answers: [...answers] } })
    expect(terms.answers).toEqual([...new Set([...answers, 'reject'])])
    const review = { answer: 'reject', reason: 'no' } as const
    const rejected = await house.as('reviewer').call('answer_checkpoint', { checkpoint, content_hash, review })
    expect(rejected).toMatchObject({ status: 'rejected' })
  },
)

test.for([
  ['turn the separation of duties off', { separate_duties: false }],
  ['say anything of it', { separate_duties: true }],
  ['bring an expression that could take for ever', { response_schema: { type: 'string', pattern: '^(a+)+$' } }],
  ['bring a schema that leads in a circle', { response_schema: { allOf: [{ $ref: '#' }] } }],
] as const)('an agent can not %s', async ([, terms]) => {
  const house = await aServedHouse()
  await expect(house.hold({ terms: terms as object })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('what another tenant has set is not shown', async () => {
  const house = await aServedHouse()
  const gus = { token: await house.addPerson('gus', 'viewer', [TenantId.parse('acme')]) }
  for (const name of ['resolve_policy', 'list_agents'] as const) {
    await expect(house.as(gus).call(name, { tenant: 'beta' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(house.as(gus).call(name, { tenant: 'acme' })).resolves.toBeDefined()
  }
})

test('people of another tenant are not shown', async () => {
  const house = await aServedHouse()
  const gus = { token: await house.addPerson('gus', 'viewer', [TenantId.parse('acme')]) }
  await house.addPerson('bea', 'reviewer', [TenantId.parse('beta')])
  const { rows } = await house.as(gus).call('list_people', {})
  expect(rows.map(({ id }) => id)).toContain('gus')
  expect(rows.map(({ id }) => id)).not.toContain('bea')
})
