import { expect, onTestFinished, test } from 'vitest'
import { openLeeway as connect } from '../../src/client/index.ts'
import type { ProgramJob } from '../../src/sdk/program/program.ts'
import type { Action } from '../../src/sdk/run-action.ts'
import type { SecretSource } from '../../src/sdk/secrets.ts'
import { aHouse } from '../../src/testing/house.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

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

/** A place where one secret is kept, or is not yet. */
function aVault() {
  const vault: { secret?: string } = {}
  return { vault, secrets: () => vault.secret }
}

async function onTheFiles(secrets: SecretSource) {
  const house = await aHouse()
  return { house, job: await (await house.open({ secrets })).job({ key: 'letters' }) }
}

async function behindAServer(secrets: SecretSource) {
  const house = await aServedHouse()
  const { url, tokens } = house
  const options = { url, token: tokens.service, agent: 'scout', policy: HOUSE_POLICY, tellHolds: false } as const
  const leeway = await connect({ ...options, secrets })
  onTestFinished(() => leeway.close())
  return { house, job: await leeway.job({ key: 'letters' }) }
}

const PLACES = [
  ['on the files', onTheFiles],
  ['behind a server', behindAServer],
] as const

test.for(PLACES)(
  '%s: a call whose secret is missing spends nothing, and its key goes on once it is there',
  async (place) => {
    const { vault, secrets } = aVault()
    const { house, job } = await place[1](secrets)
    const call = () => job.run(CALL, ({ token }) => `with ${String(token).length} letters`, { key: 'once' })
    await expect(call()).rejects.toMatchObject({
      code: 'unknown_secret',
      message:
        'There is no secret "TOKEN" here, so that nothing ran and no approval was spent. Set it, and call again under the same key.',
      details: { secret: 'TOKEN' },
    })
    expect(await house.log('gate_decided')).toEqual([])
    expect(await house.log('attempt_claimed')).toEqual([])
    vault.secret = SECRET
    expect(await call()).toBe('with 13 letters')
    // What became of it is told also to whoever has not got the secret.
    delete vault.secret
    expect(await call()).toBe('with 13 letters')
  },
)

test.for(PLACES)('%s: an approval is not spent on a call whose secret is gone by then', async (place) => {
  const { vault, secrets } = aVault()
  const { house, job } = await place[1](secrets)
  const ran: unknown[] = []
  const call = () =>
    job.run({ tool: 'send', args: { with: { $secret: 'TOKEN' } } }, (args) => ran.push(args), {
      key: 'once',
      onHold: 'throw',
    })
  await expect(call()).rejects.toMatchObject({ code: 'unknown_secret' })
  // Nobody is asked about what could not run.
  expect((await house.desk.checkpoints()).rows).toEqual([])
  vault.secret = SECRET
  await expect(call()).rejects.toMatchObject({ code: 'held' })
  await house.answerAll({ answer: 'approve' })
  delete vault.secret
  await expect(call()).rejects.toMatchObject({ code: 'unknown_secret' })
  expect(await house.log('approval_spent')).toEqual([])
  vault.secret = SECRET
  await call()
  expect(ran).toEqual([{ with: SECRET }])
  expect(await house.log('approval_spent')).toHaveLength(1)
  expect(JSON.stringify(await house.desk.events({ limit: 1000 }))).not.toContain(SECRET)
})

test('what an edit names is looked for as well, before the approval is spent', async () => {
  const house = await aHouse()
  const kept = new Map([['ONE', SECRET]])
  const job = await (await house.open({ secrets: (name) => kept.get(name) })).job({ key: 'letters' })
  const call = () =>
    job.run({ tool: 'send', args: { with: { $secret: 'ONE' } } }, (args) => args, { key: 'once', onHold: 'throw' })
  await expect(call()).rejects.toMatchObject({ code: 'held' })
  await house.desk.setSolo(true)
  await house.answerAll({ answer: 'edit', args: { with: { $secret: 'TWO' } } })
  await house.answerAll({ answer: 'approve' })
  await expect(call()).rejects.toMatchObject({ code: 'unknown_secret', details: { secret: 'TWO' } })
  kept.set('TWO', 'staple')
  expect(await call()).toEqual({ with: 'staple' })
})

test('a place of secrets that fails is told as such, without what it said', async () => {
  const cause = new Error(`The vault says no to ${SECRET}`)
  const { house, job } = await onTheFiles(() => {
    throw cause
  })
  const refused = await job.run(CALL, () => 1, { key: 'once' }).catch((error: unknown) => error)
  expect(refused).toMatchObject({ code: 'unknown_secret', cause })
  expect((refused as Error).message).not.toContain(SECRET)
  expect(JSON.stringify(await house.desk.events({ limit: 1000 }))).not.toContain(SECRET)
})

test('a program whose secret is missing is left as it was, and goes on once it is there', async () => {
  const { vault, secrets } = aVault()
  const house = await aHouse()
  const leeway = await house.open({ secrets })
  const program = leeway.program({ name: 'calls', version: '1' }, (job: ProgramJob) =>
    job.run(CALL, ({ token }) => String(token).length),
  )
  const run = leeway.start(program, { key: 'calls', input: null })
  await expect(run).rejects.toMatchObject({ code: 'unknown_secret' })
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'blocked', error: { code: 'unknown_secret' } }])
  vault.secret = SECRET
  expect(await leeway.resumeAll()).toMatchObject([{ status: 'completed', result: 13 }])
})

test('what a dead process had begun is taken over only by whoever has its secret', async () => {
  const { vault, secrets } = aVault()
  vault.secret = SECRET
  const house = await aHouse()
  const options = { key: 'once', idempotent: true } as const
  const dying = await house.open({ secrets })
  const began = Promise.withResolvers<void>()
  const hangs = () => {
    began.resolve()
    return new Promise<never>(() => undefined)
  }
  const left = (await dying.job({ key: 'letters' })).run(CALL, hangs, options).catch(() => undefined)
  await began.promise
  await dying.close()
  await Promise.race([left, Promise.resolve()])

  delete vault.secret
  const job = await (await house.open({ secrets })).job({ key: 'letters' })
  await expect(job.run(CALL, () => 1, options)).rejects.toMatchObject({ code: 'unknown_secret' })
  vault.secret = SECRET
  expect(await job.run(CALL, () => 'done', options)).toBe('done')
})
