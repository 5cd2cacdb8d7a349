import { expect, test } from 'vitest'
import { TenantId } from '../model/ids.ts'
import { HOUSE_POLICY } from '../testing/house-policy.ts'
import { aServedHouse, SESSION, type ServedHouse } from '../testing/served-house.ts'

const GATE = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const

/** What an agent asks with so much time, in its own tenant or that of everybody. */
async function ask(
  house: ServedHouse,
  agent: string,
  { seconds, tenant }: { seconds?: number; tenant?: TenantId } = {},
) {
  const scope = tenant === undefined ? 'service' : { token: await tokenOf(house, tenant) }
  const { id } = await house.as(scope).call('start_job', { agent, title: 'Write', policy: HOUSE_POLICY })
  const terms = seconds === undefined ? {} : { terms: { timeout_seconds: seconds } }
  const asked = await house.as(scope).call('ask', { job: id, gate: GATE, session: SESSION, ...terms })
  if (asked.status !== 'held') throw new Error(`It was not held but ${asked.status}.`)
  return asked.checkpoint
}

async function tokenOf(house: ServedHouse, tenant: TenantId): Promise<string> {
  return (await house.as('admin').call('issue_token', { kind: 'service', name: `ci-${tenant}`, tenant })).secret
}

async function aFlood(house: ServedHouse, agent: string, seconds?: number) {
  for (let count = 0; count < 25; count += 1) await ask(house, agent, seconds === undefined ? {} : { seconds })
}

test('by deadline what runs out first comes first, however much waits longer', async () => {
  const house = await aServedHouse()
  await aFlood(house, 'loud')
  const later = await ask(house, 'calm', { seconds: 600 })
  const soon = await ask(house, 'quiet', { seconds: 300 })
  const reader = house.as('viewer')
  const first = await reader.call('list_checkpoints', { by: 'deadline', limit: 1 })
  expect(first.rows.map(({ id }) => id)).toEqual([soon.id])
  const rest = await reader.call('list_checkpoints', { by: 'deadline', after: first.next ?? '' })
  expect(rest).toMatchObject({ rows: [{ id: later.id }], next: null })
})

test('by agent everybody who waits is there once, however much one of them asks', async () => {
  const house = await aServedHouse()
  await aFlood(house, 'loud')
  await ask(house, 'quiet')
  await ask(house, 'calm')
  const reader = house.as('viewer')
  const all = await reader.call('list_checkpoints', { by: 'agent' })
  expect(all.rows.map(({ agent }) => agent)).toEqual(['calm', 'loud', 'quiet'])
  expect(all.next).toBe(null)

  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await reader.call('list_checkpoints', { by: 'agent', limit: 1, ...(after !== undefined && { after }) })
    seen.push(...page.rows.map(({ agent }) => agent))
    after = page.next
  }
  expect(seen).toEqual(['calm', 'loud', 'quiet'])
})

test('of one agent what waits is found behind any number of others, and no more once it is answered', async () => {
  const house = await aServedHouse()
  await aFlood(house, 'loud')
  const { id } = await ask(house, 'quiet')
  const reader = house.as('viewer')
  const quiet = async (more: object = {}) =>
    (await reader.call('list_checkpoints', { agent: 'quiet', limit: 1, ...more })).rows.map((row) => row.id)
  expect(await quiet()).toEqual([id])
  await house.answer(id, { answer: 'approve' })
  expect(await quiet()).toEqual([])
  expect(await quiet({ by: 'agent' })).toEqual([])
  expect(await quiet({ status: ['approved'] })).toEqual([id])
})

test('in no order does anybody see what another tenant holds', async () => {
  const house = await aServedHouse()
  const tenant = TenantId.parse('acme')
  await ask(house, 'theirs', { seconds: 60 })
  const { id } = await ask(house, 'ours', { seconds: 600, tenant })
  const reader = house.as({ token: await house.addPerson('tess', 'reviewer', [tenant]) })
  for (const by of ['age', 'deadline', 'agent'] as const) {
    expect(await reader.call('list_checkpoints', { by })).toMatchObject({ rows: [{ id }], next: null })
  }
  expect((await reader.call('list_checkpoints', { agent: 'theirs' })).rows).toEqual([])
})
