import { expect, onTestFinished, test } from 'vitest'
import { toCursor } from '../../src/api/paging.ts'
import { openReception } from '../../src/compose.ts'
import { TenantId } from '../../src/model/ids.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'
import { aServedHouse, SESSION } from '../../src/testing/served-house.ts'

const NORTH = TenantId.parse('north')
const GATE = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const

test('no list says by its places what another tenant holds', async () => {
  const house = await aServedHouse()
  const { secret } = await house.as('admin').call('issue_token', { kind: 'service', name: 'ci', tenant: NORTH })
  const ask = async (service: string, agent: string, seconds: number) => {
    const client = house.as({ token: service })
    const { id: job } = await client.call('start_job', { agent, policy: HOUSE_POLICY })
    const terms = { timeout_seconds: seconds }
    const asked = await client.call('ask', { job, gate: GATE, session: SESSION, terms })
    if (asked.status !== 'held') throw new Error(`It was not held but ${asked.status}.`)
    return asked.checkpoint.id
  }
  const { service } = house.tokens
  const theirs = await ask(service, 'theirs', 60)
  await ask(service, 'others', 90)
  const ours = [await ask(secret, 'ours', 600), await ask(secret, 'us', 700)]
  const token = await house.addPerson('nora', 'reviewer', [NORTH])
  const reception = await openReception({ root: house.root })
  onTestFinished(() => reception.close())
  const desk = await reception.desk(token)
  for (const by of ['deadline', 'agent'] as const) {
    const page = await desk.checkpoints({ by, limit: 1 })
    expect([page.rows.map(({ id }) => id), page.next?.id]).toEqual([[ours[0]], ours[0]])
    // Whoever makes a place up is told the same of what is there and of what is not.
    for (const id of [theirs, 'chk_nowhere']) {
      const listed = await house.as({ token }).call('list_checkpoints', { by, after: toCursor({ value: '', id }) })
      expect(listed.rows.map((row) => row.id)).toEqual(ours)
    }
  }
})
