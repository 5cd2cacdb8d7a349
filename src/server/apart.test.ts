import { expect, test } from 'vitest'
import { CheckpointId, ChosenId, LOCAL, PersonId, TenantId } from '../model/ids.ts'
import { codeOf } from '../testing/desk-folder.ts'
import { HOUSE_POLICY } from '../testing/house-policy.ts'
import { aServedHouse, SESSION } from '../testing/served-house.ts'

const NORTH = TenantId.parse('north')

/** A house with a second tenant in it, an agent that works there, and somebody who sees nothing but the first. */
async function twoTenants() {
  const house = await aServedHouse()
  const issued = await house.as('admin').call('issue_token', { kind: 'agent', name: 'scout', tenant: NORTH })
  const zoe = house.as({ token: await house.addPerson('zoe', 'reviewer', [LOCAL]) })
  return { house, zoe, north: house.as({ token: issued.secret }) }
}

test('a key that another agent has used is refused without a word of whose work it is', async () => {
  const house = await aServedHouse()
  const start = (agent: string) => house.as('service').call('start_job', { agent, policy: HOUSE_POLICY, key: 'monday' })
  const { id } = await start('payroll')
  const refused = await start('scout').catch((error: Error) => error.message)
  expect(refused).toBe('The key monday was used before, for other work. Use another key.')
  expect(refused).not.toContain(id)
})

test('a policy is shown with the job that has or had it, and to nobody who does not see that job', async () => {
  const { house, zoe, north } = await twoTenants()
  const admin = house.as('admin')
  const { id: job, policy: first } = await north.call('start_job', { agent: 'scout', policy: HOUSE_POLICY })
  const { digest } = await admin.call('change_policy', { job, policy: 'jobs/dependent' })
  for (const known of [first, digest]) {
    expect((await admin.call('read_policy', { job, digest: known })).digest).toBe(known)
    expect(await codeOf(zoe.call('read_policy', { job, digest: known }))).toBe('not_found')
    expect(await codeOf(zoe.call('read_policy', { job: await house.startJob(), digest }))).toBe('not_found')
  }
  expect(await codeOf(admin.call('read_policy', { job, digest: `sha256:${'0'.repeat(64)}` }))).toBe('not_found')
})

test('a policy has the name that people know it by, also where it is bound by those above', async () => {
  const { house, north } = await twoTenants()
  const admin = house.as('admin')
  const { id: parent } = await north.call('start_job', { agent: 'scout', policy: 'jobs/guided' })
  const { id: job } = await north.call('start_job', { agent: 'scout', policy: 'jobs/guided', parent })
  const named = async (id: typeof job) => {
    const { effective_policy: digest } = await admin.call('read_job', { job: id })
    return (await admin.call('read_policy', { job: id, digest })).like
  }
  expect(await named(job)).toEqual({ presets: ['jobs/guided'], differs: [] })
  await admin.call('change_policy', { job: parent, policy: { preset: 'jobs/guided', budget_usd: 0.1 } })
  expect((await admin.call('read_job', { job })).job.policy).not.toBe(
    (await admin.call('read_job', { job })).effective_policy,
  )
  expect(await named(job)).toEqual({ presets: ['jobs/guided'], differs: ['budget_usd'] })
})

test('nobody reads in the log of people with whom they have nothing to do, and everybody of themselves', async () => {
  const { house, zoe } = await twoTenants()
  const nina = await house.addPerson('nina', 'reviewer', [NORTH])
  const headers = (token: string) => ({ Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' })
  const signIn = (token: string) => house.raw('/v1/sign-ins', { method: 'POST', headers: headers(token), body: '{}' })
  const place = await house.store.last()
  await signIn(nina)
  for (let count = 0; count < 3; count += 1)
    await house.as('admin').call('renew_person', { person: PersonId.parse('nina') })
  await signIn(house.tokens.reviewer)
  const read = async (who: typeof zoe, query: object = {}) =>
    (await who.call('list_events', { limit: 200, ...query })).rows.map(({ data }) => JSON.stringify(data))
  expect((await read(zoe)).filter((text) => text.includes('nina'))).toEqual([])
  expect((await read(zoe)).filter((text) => text.includes('zoe'))).toHaveLength(1)
  expect((await read(house.as('admin'))).filter((text) => text.includes('nina'))).toHaveLength(5)
  // A page that would hold nothing but those goes on behind them.
  expect(await read(zoe, { after: place, limit: 1 })).toHaveLength(1)
})

test('somebody counts the processes of their own tenants only', async () => {
  const { house, zoe, north } = await twoTenants()
  await north.call('keep_session', { session: SESSION })
  expect(await zoe.call('count_sessions', {})).toEqual({ open: 0 })
  expect(await house.as('admin').call('count_sessions', {})).toEqual({ open: 1 })
  await house.as('agent').call('keep_session', { session: SESSION })
  expect(await zoe.call('count_sessions', {})).toEqual({ open: 1 })
  await north.call('end_session', { session: SESSION })
  expect(await house.as('admin').call('count_sessions', {})).toEqual({ open: 1 })
})

test('an id that an agent chooses is its tenant’s own: no other is in the way, and none can be asked for', async () => {
  const { house, north } = await twoTenants()
  const id = ChosenId.parse('release-42')
  const gate = { kind: 'tool', tool: 'send' } as const
  const there = (await north.call('start_job', { agent: 'scout', policy: HOUSE_POLICY })).id
  const first = { job: there, gate, session: SESSION, id }
  expect(await north.call('ask', first)).toMatchObject({ status: 'held', checkpoint: { id: 'north~release-42' } })
  // The same in both tenants, and as often as before: nobody learns that the id is used elsewhere.
  const here = { ...first, job: await house.startJob() }
  expect(await house.as('agent').call('ask', here)).toMatchObject({ status: 'held', checkpoint: { id: 'release-42' } })
  expect(await codeOf(house.as('agent').call('ask', here))).toBe('id_taken')
  expect(await codeOf(north.call('ask', first))).toBe('id_taken')
  // Each calls it by the id that it chose, and nobody chooses one of another.
  const checkpoint = CheckpointId.parse(id)
  const jobOf = async (api: typeof north) => (await api.call('read_checkpoint', { checkpoint })).checkpoint.job
  expect([await jobOf(north), await jobOf(house.as('agent'))]).toEqual([there, here.job])
  const foreign = CheckpointId.parse('north~release-42')
  expect(await codeOf(house.as('agent').call('read_checkpoint', { checkpoint: foreign }))).toBe('not_found')
  expect(await codeOf(house.as('agent').call('ask', { ...here, id: foreign as never }))).toBe('invalid_input')
  expect(await north.call('withdraw_checkpoint', { checkpoint, reason: 'Enough.' })).toEqual({ withdrawn: true })
  expect(await jobOf(house.as('agent'))).toBe(here.job)
})

test('on the files too, a job calls its question by the id that it chose, in every tenant', async () => {
  const house = await aServedHouse()
  for (const [tenant, kept] of [
    ['local', 'release-42'],
    ['north', 'north~release-42'],
  ] as const) {
    const job = await (await house.open({ tenant, onHold: 'throw' })).job()
    expect(await codeOf(job.gate({ kind: 'tool', tool: 'send' }, { id: 'release-42', key: 'k' }))).toBe('held')
    const mine = await job.look(CheckpointId.parse('release-42'))
    expect([mine.id, mine.job]).toEqual([kept, job.id])
    expect(await job.withdraw(CheckpointId.parse('release-42'), 'Enough.')).toBe(true)
  }
})
