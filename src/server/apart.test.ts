import { expect, test } from 'vitest'
import { LOCAL, TenantId } from '../model/ids.ts'
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
