import { expect, test } from 'vitest'
import { eventMaker } from '../../src/engine/event-maker.ts'
import { Policies } from '../../src/engine/policies.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { verifyKept, verifyKeptRows } from '../../src/look-after.ts'
import { LOCAL } from '../../src/model/ids.ts'
import type { ProgramJob } from '../../src/sdk/program/program.ts'
import { SCOUT } from '../../src/testing/builders.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aHouse, type House } from '../../src/testing/house.ts'

const TOO_DEEP = 'This is nested deeper than 100 levels. Flatten the value.'

function nested(levels: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < levels; level++) value = [value]
  return value
}

async function expectVerified({ root }: House): Promise<void> {
  expect(verifyKeptRows(root)).toMatchObject({ ok: true })
  expect((await verifyKept(root, {})).every(({ ok }) => ok)).toBe(true)
}

test('what is nested too deeply is refused before anything is written', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const refused = { code: 'invalid_input', message: TOO_DEEP }
  await expect(leeway.job({ key: 'a', input: nested(5000) })).rejects.toMatchObject(refused)
  const job = await leeway.job({ key: 'a', input: nested(100) })
  await expect(job.finish(nested(5000))).rejects.toMatchObject(refused)
  await expect(job.fail(nested(5000) as string)).rejects.toMatchObject(refused)
  await job.finish(nested(100))
  expect((await job.read()).status).toBe('completed')
  await expectVerified(house)
})

test('what an older version has kept, however deep, is verified like anything else', async () => {
  const house = await aHouse()
  const { id } = await (await house.open()).job({ key: 'old' })
  const ports = { store: house.store, policies: new Policies(catalog) }
  const move = { to: 'completed', reason: 'done', outcome: nested(5000) } as const
  await runCommand(
    ports,
    {
      load: async (read) => read.get('jobs', id),
      decide: (_job, _input, now) => ({
        events: [eventMaker({ tenant: LOCAL, actor: SCOUT, now, job: id })('job_moved', move)],
        effects: [],
        result: undefined,
      }),
    },
    {},
  )
  await expect(expectVerified(house)).resolves.toBeUndefined()
})

test('an action whose result is nested too deeply has run, and only its result is left out', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const look = leeway.guard('look', () => nested(5000))
  expect(await look({}, { key: 'deep' })).toHaveLength(1)
  expect(await look({}, { key: 'deep' })).toBeNull()
  expect(await house.log('attempt_ended')).toMatchObject([
    {
      data: {
        status: 'succeeded',
        outcome: { value: null, left_out: `What came of it could not be kept: ${TOO_DEEP}` },
      },
    },
  ])
  await expectVerified(house)
})

test('a program whose step or result is nested too deeply has failed with that', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const steps = leeway.program({ name: 'steps', version: '1' }, (job: ProgramJob) => job.step('s', () => nested(5000)))
  const reason = `What came of the step could not be kept: ${TOO_DEEP}`
  expect(await leeway.start(steps, { key: 's', input: null })).toMatchObject({ status: 'failed', reason })
  const ends = leeway.program({ name: 'ends', version: '1' }, async () => nested(5000))
  const ended = await leeway.start(ends, { key: 'e', input: null })
  expect(ended).toMatchObject({
    status: 'failed',
    reason: `What came of the program could not be kept: ${TOO_DEEP}`,
  })
  await expectVerified(house)
})

test.for([
  [
    'an error whose message throws',
    () => {
      throw Object.defineProperty(new Error('a'), 'message', {
        get: () => {
          throw new Error('inner')
        },
      })
    },
  ],
  [
    'an object without a prototype',
    () => {
      throw Object.create(null)
    },
  ],
] as const)('%s is a failure like any other, and its key is settled', async ([, action]) => {
  const house = await aHouse()
  const look = (await house.open()).guard('look', action)
  await expect(look({}, { key: 'k' })).rejects.not.toMatchObject({ code: 'still_running' })
  await expect(look({}, { key: 'k' })).rejects.toMatchObject({
    code: 'key_spent',
    details: { error: 'It threw something that says nothing of itself.' },
  })
})

test('a result that is too large for the store is left out, and its key is settled', async () => {
  const house = await aHouse()
  const look = (await house.open()).guard('look', () => 'x'.repeat(33 * 1024 * 1024))
  expect(await look({}, { key: 'k' })).toHaveLength(33 * 1024 * 1024)
  expect(await look({}, { key: 'k' })).toBeNull()
  expect(await house.log('attempt_ended')).toMatchObject([
    {
      data: {
        status: 'succeeded',
        outcome: { left_out: 'What came of it could not be kept: A value is too large to be stored.' },
      },
    },
  ])
})
