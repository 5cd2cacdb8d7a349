import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { CheckpointId } from '../../src/model/ids.ts'
import { aHouse } from '../../src/testing/house.ts'

const CALL = { kind: 'tool', tool: 'send' } as const

test('however many are overdue, none of them is shown as open', async () => {
  const house = await aHouse()
  const leeway = await house.open({ onHold: 'throw', policy: 'workers/manual' })
  const job = await leeway.job({ key: 'many' })
  const late = { timeoutSeconds: 1, onTimeout: { do: 'deny' } } as const
  const asked = Array.from({ length: 450 }, (_, at) =>
    job.gate(CALL, { key: `k${at}`, ...late }).catch(() => undefined),
  )
  await Promise.all(asked)
  await leeway.close()
  await setTimeout(1100)
  expect((await house.desk.checkpoints({ limit: 50 })).rows).toEqual([])
})

test('what is over by the clock is nobody\u2019s to approve, also before it is recorded as over', async () => {
  const { withWhoMay, decidersOf } = await import('../../src/sdk/desk/approvers.ts')
  const house = await aHouse()
  const leeway = await house.open({ onHold: 'throw', policy: 'workers/manual' })
  await leeway.gate(CALL, { key: 'k', timeoutSeconds: 3600 }).catch(() => undefined)
  const [row] = (await house.desk.checkpoints()).rows
  if (row === undefined) throw new Error('It is held.')
  expect(row.may_approve).toBe('you')
  const me = (await house.store.get('people', 'ada'))?.row as never
  const overdue = { ...row, id: CheckpointId.parse(row.id), deadline: '2020-01-01T00:00:00.000Z' }
  expect(await withWhoMay({ store: house.store, me }, [overdue])).toMatchObject([{ may_approve: 'nobody' }])
  const job = (await house.store.get('jobs', row.job))?.row as never
  expect((await decidersOf(house, overdue, [job])).approvers).toEqual([])
})
