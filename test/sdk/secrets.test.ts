import { expect, test } from 'vitest'
import type { ProgramJob } from '../../src/sdk/program/program.ts'
import type { Action } from '../../src/sdk/run-action.ts'
import { aHouse } from '../../src/testing/house.ts'

const SECRET = 'correct horse'
const CALL = { tool: 'api', args: { token: { $secret: 'TOKEN' } } } as const

/** A program that makes one call with a secret, and ends in what came of it. */
async function withSecret(action: Action<unknown>) {
  const house = await aHouse()
  const leeway = await house.open({ secrets: () => SECRET })
  const program = leeway.program({ name: 'calls', version: '1' }, (job: ProgramJob) => job.run(CALL, action))
  const run = await leeway.start(program, { input: null })
  return { run, log: JSON.stringify(await house.desk.events({ limit: 1000 })) }
}

test('a secret in what a call of a program failed with reaches neither the program nor the log', async () => {
  const { run, log } = await withSecret(({ token }) => {
    throw new Error(`401 for ${token}`)
  })
  expect(run).toMatchObject({ status: 'failed', reason: '401 for [secret]' })
  expect(log).not.toContain(SECRET)
})

test('a secret in what a call of a program gives reaches neither the program nor the log', async () => {
  const { run, log } = await withSecret(({ token }) => ({ sent: [token] }))
  expect(run).toMatchObject({ status: 'completed', result: { sent: ['[secret]'] } })
  expect(log).not.toContain(SECRET)
})

test('a recognised secret that a call of a program gives is left out, and the program goes on', async () => {
  const { run } = await withSecret(() => `ghp_${'A1b2'.repeat(9)}`)
  expect(run).toMatchObject({ status: 'completed', result: null })
})

test('outside a program a function gives what it gives', async () => {
  const house = await aHouse()
  const job = await (await house.open({ secrets: () => SECRET })).job()
  expect(await job.run(CALL, ({ token }) => new Set([token]))).toEqual(new Set([SECRET]))
})

test('a call whose secret is missing has failed, and is not left behind as claimed', async () => {
  const house = await aHouse()
  const job = await (await house.open({ secrets: () => undefined })).job()
  const call = () => job.run(CALL, () => 1, { key: 'once' })
  await expect(call()).rejects.toMatchObject({ code: 'unknown_secret' })
  await expect(call()).rejects.toMatchObject({ code: 'key_spent', details: { error: 'There is no secret TOKEN.' } })
  expect(await house.log('attempt_ended')).toMatchObject([{ data: { status: 'failed' } }])
})
