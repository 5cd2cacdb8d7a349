import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import { openServer } from '../../src/open-server.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { aStandIn } from '../../src/testing/forge/stand-in.ts'
import { aHouse } from '../../src/testing/house.ts'

const SECRET = 'the-secret-of-the-hook'

/** A served house with a forge, and what the forge would send it. */
async function served(webhook = true) {
  const standIn = await aStandIn(githubFace)
  const settings = {
    ...{ kind: 'github', url: standIn.url, repository: 'house/tools', token: { $secret: 'FORGE_TEST_TOKEN' } },
    ...{ people: { 'ada-there': 'ada' }, poll_seconds: 3600 },
    ...(webhook && { webhook_secret: { $secret: 'FORGE_TEST_HOOK' } }),
  }
  const house = await aHouse({ 'leeway.yaml': JSON.stringify({ forge: settings }) })
  Object.assign(process.env, { FORGE_TEST_TOKEN: BOT.token, FORGE_TEST_HOOK: SECRET })
  const reports: string[] = []
  const server = await openServer({ root: house.root, report: (what, error) => reports.push(`${what} ${error}`) })
  onTestFinished(async () => {
    await server.close()
    for (const name of ['FORGE_TEST_TOKEN', 'FORGE_TEST_HOOK']) delete process.env[name]
    expect(reports).toEqual([])
  })
  const send = (payload: unknown, more: Record<string, string> = {}) => {
    const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
    const headers = {
      'content-type': 'application/json',
      'x-github-event': 'pull_request_review',
      'x-hub-signature-256': signature,
      ...more,
    }
    return fetch(`${server.url}/hooks/forge`, { method: 'POST', headers, body })
  }
  return { standIn, state: standIn.state, house, send, server }
}

const about = (number: number, more = {}) => ({
  pull_request: { number },
  repository: { full_name: 'house/tools' },
  ...more,
})

test('a message of the forge makes us look there, once, and what it says itself is not believed', async () => {
  const { state, house, send, standIn } = await served()
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const work = leeway.program({ name: 'work', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic', title: 'The plan' }, async (workspace) => {
      await workspace.step('write', (files) => files.write('plan.md', 'one\n'))
      return { description: 'Words.' }
    }),
  )
  const run = await leeway.start(work, { key: 'a', input: null })
  const context = await openContext({ root: house.root })
  onTestFinished(() => context.store.close())
  await new ForgeKeeper(context, context.forge!).look()

  const lie = about(1, { action: 'submitted', review: { state: 'approved', user: { login: 'ada-there' } } })
  expect((await send(lie)).status).toBe(202)
  await expect
    .poll(() => standIn.log.filter((line) => line.includes('/reviews')).length, { timeout: 5000 })
    .toBeGreaterThan(1)
  expect(await house.log('host_heard')).toEqual([])

  state.review(1, 'ada-there', { answer: 'approve' })
  expect((await send(about(1, { at: 1 }))).status).toBe(202)
  await expect.poll(async () => (await house.log('host_heard')).length, { timeout: 5000 }).toBe(1)
  await expect.poll(async () => (await leeway.resume(run.job)).status, { timeout: 10_000 }).toBe('completed')

  const again = await send(about(1, { at: 1 }), { 'x-github-delivery': 'another-id' })
  expect([again.status, await again.json()]).toEqual([200, { taken: false }])
})

test("what is not the forge's, or not about our repository, is refused, and nobody looks", async () => {
  const { send, standIn } = await served()
  const wrong = { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }
  const refused = [
    await send(about(1), wrong),
    await send({ ...about(1), repository: { full_name: 'house/other' } }),
    await send('payload=1'),
    await send({ ...about(1), pad: 'x'.repeat(1_100_000) }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 422, 413])
  expect(standIn.log).toEqual([])
})

test('without a secret there is no address for messages', async () => {
  const { send } = await served(false)
  expect((await send(about(1))).status).toBe(404)
})
