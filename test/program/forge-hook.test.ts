import { createHmac } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openContext } from '../../src/compose.ts'
import { openServer } from '../../src/open-server.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import { FACES } from '../../src/testing/forge/forge-house.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { aStandIn, type Face } from '../../src/testing/forge/stand-in.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'

const SECRET = 'the-secret-of-the-hook'

/** A served house with a forge, and what the forge would send it. */
async function served({ face = githubFace, webhook = true }: { face?: Face; webhook?: boolean } = {}) {
  const standIn = await aStandIn(face)
  const settings = {
    ...{ kind: face.forge, url: standIn.url, repository: 'house/tools', token: { $secret: 'FORGE_TEST_TOKEN' } },
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
    const signature = createHmac('sha256', SECRET).update(body).digest('hex')
    const signed =
      face.forge === 'github'
        ? { 'x-github-event': 'pull_request_review', 'x-hub-signature-256': `sha256=${signature}` }
        : { 'x-gitea-event': 'pull_request_comment', 'x-gitea-signature': signature }
    const headers = { 'content-type': 'application/json', ...signed, ...more }
    return fetch(`${server.url}/hooks/forge`, { method: 'POST', headers, body })
  }
  return { standIn, state: standIn.state, house, send, server }
}

const about = (number: number, more = {}) => ({
  pull_request: { number },
  repository: { full_name: 'house/tools' },
  ...more,
})

test.for(FACES)('$forge: of ten messages at once, one answer of the agent stands there', async (face) => {
  const { state, house, send, standIn } = await served({ face })
  await house.desk.setSolo(true)
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  const work = leeway.program({ name: 'work', version: '1' }, (job) => job.phase(PLAN, plan))
  const run = await leeway.start(work, { key: 'a', input: null })
  const context = await openContext({ root: house.root })
  onTestFinished(() => context.store.close())
  const keeper = new ForgeKeeper(context, context.forge!)
  await keeper.look()
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.', comments })
  await keeper.look()
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  const before = standIn.log.length
  // Slow enough that all of them would have read the conversation before anybody had written into it.
  state.fault = () => pause(20, undefined)
  const taken = await Promise.all(Array.from({ length: 10 }, (_, at) => send(about(1, { at }))))
  expect(taken.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 202))
  // To the comment, and to what was said of the whole.
  await expect.poll(async () => (await house.log('host_told')).length, { timeout: 10_000 }).toBe(2)
  // Whoever looks last has nothing left to write.
  await keeper.lookAt(1)
  expect(state.comments.filter(({ login }) => login === BOT.login)).toHaveLength(1)
  // Those that came while one was under way were one look.
  const looks = standIn.log.slice(before).filter((line) => /^GET .*\/reviews 200$/.test(line))
  expect(looks.length).toBeLessThan(6)
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
  const { send } = await served({ webhook: false })
  expect((await send(about(1))).status).toBe(404)
})
