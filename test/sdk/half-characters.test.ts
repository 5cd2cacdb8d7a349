import { expect, test } from 'vitest'
import { aHouse } from '../../src/testing/house.ts'

const HALF = 'half \ud83d of one'
const REFUSED = { code: 'invalid_input', message: expect.stringContaining('half a character') }

test('half a character is refused in whatever an agent says, and nothing of it is kept', async () => {
  const house = await aHouse()
  const leeway = await house.open({ onHold: 'throw' })
  const job = await leeway.job({ key: 'a' })
  const before = await house.store.last()
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  const tries = [
    () => leeway.job({ key: 'b', title: HALF }),
    () => leeway.job({ key: 'b', input: { deep: [HALF] } }),
    () => leeway.job({ key: HALF }),
    () => leeway.job({ key: 'a', title: HALF }),
    () => job.gate(gate, { key: 'k', title: HALF }),
    () => job.gate(gate, { key: 'k', around: { deliverable: HALF } }),
    () => job.finish({ said: HALF }),
    () => job.fail(HALF),
    () => job.cancel(HALF),
  ]
  for (const refused of tries) await expect(refused()).rejects.toMatchObject(REFUSED)
  expect(await house.store.last()).toBe(before)
  expect((await job.read()).status).toBe('running')
})

test('what came of an action, a step or a program is kept as it came', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const look = leeway.guard('look', () => HALF)
  expect(await look({}, { key: 'once' })).toBe(HALF)
  expect(await look({}, { key: 'once' })).toBe(HALF)
  const echo = leeway.program({ name: 'echo', version: '1' }, (job) => job.step('say', () => HALF))
  expect(await leeway.start(echo, { key: 'e', input: null })).toMatchObject({ status: 'completed', result: HALF })
})
