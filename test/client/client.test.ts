import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { ApiClient, openLeeway } from '../../src/client/index.ts'
import { backUp, restore } from '../../src/look-after.ts'
import { openServer } from '../../src/open-server.ts'
import { A_SECRET } from '../../src/testing/builders.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'
import { aServedHouse, type ServedHouse } from '../../src/testing/served-house.ts'

type Options = Parameters<typeof openLeeway>[0]

/** An agent on another machine. The service starts its job, so that `send` and nothing else is held. */
async function aRemoteAgent(house: ServedHouse, options: Options = {}) {
  const token = house.tokens.service
  const leeway = await openLeeway({ url: house.url, token, agent: 'scout', policy: HOUSE_POLICY, ...options })
  onTestFinished(() => leeway.close())
  return leeway
}

/** What waits, as soon as something does. */
async function waiting(house: ServedHouse): Promise<string> {
  const held = async () => (await house.desk.checkpoints()).rows[0]?.id
  await expect.poll(held, { timeout: 10_000 }).toBeDefined()
  return (await held()) ?? ''
}

test('the same ten lines gate an agent through a server', async () => {
  const house = await aServedHouse()
  const leeway = await aRemoteAgent(house)
  const sent: unknown[] = []
  const send = leeway.guard('send', async (args: { to: string }) => {
    sent.push(args)
    return 'gone'
  })
  const running = send({ to: 'bob' }, { key: 'offer-1' })
  await house.answer(await waiting(house), { answer: 'edit', args: { to: 'rob' } })
  await house.desk.setSolo(true)
  await house.answer(await waiting(house), { answer: 'approve' })
  expect(await running).toBe('gone')
  expect(sent).toEqual([{ to: 'rob' }])
  expect(await send({ to: 'bob' }, { key: 'offer-1' })).toBe('gone')
  expect(sent).toHaveLength(1)
  expect((await house.log('attempt_ended')).map(({ data }) => data.status)).toEqual(['succeeded'])
})

test('a no, a deny and an error each arrive as what they are', async () => {
  const house = await aServedHouse()
  const leeway = await aRemoteAgent(house)
  const job = await leeway.job()
  const rejected = codeOf(job.run({ tool: 'send' }, () => 1))
  const checkpoint = await waiting(house)
  await house.answer(checkpoint, { answer: 'reject', reason: 'No.' })
  expect(await rejected).toBe('rejected')
  // The same again is refused by what was said at that checkpoint.
  await expect(job.run({ tool: 'send' }, () => 1)).rejects.toMatchObject({ code: 'denied', details: { checkpoint } })
  expect(await codeOf(job.run({ tool: 'wipe' }, () => 1))).toBe('denied')
  await expect(
    job.run({ tool: 'look' }, () => {
      throw new Error('It broke.')
    }),
  ).rejects.toThrow('It broke.')
  expect((await house.log('attempt_ended')).map(({ data }) => data)).toMatchObject([
    { status: 'failed', outcome: { error: 'It broke.' } },
  ])
})

test('an answer is read with the schema that asked for it', async () => {
  const house = await aServedHouse()
  const leeway = await aRemoteAgent(house)
  const asked = leeway.gate(
    { kind: 'checkpoint', type: 'deliverable' },
    { key: 'price', answers: ['respond', 'reject'], response: z.object({ euros: z.number() }) },
  )
  await house.answer(await waiting(house), { answer: 'respond', value: { euros: 5 } })
  const answer = await asked
  expect(answer).toMatchObject({ outcome: 'answered', value: { euros: 5 } })
})

test('an agent that leaves at a hold picks it up again under the same key, in another process', async () => {
  const house = await aServedHouse()
  const first = await aRemoteAgent(house, { onHold: 'throw', key: 'the-job' })
  const call = (leeway: typeof first) => leeway.guard('send', () => 'gone')({ to: 'bob' }, { key: 'k' })
  expect(await codeOf(call(first))).toBe('held')
  await first.close()
  await house.answer(await waiting(house), { answer: 'approve' })
  const second = await aRemoteAgent(house, { onHold: 'throw', key: 'the-job' })
  expect(await call(second)).toBe('gone')
})

test('work that is sent back is brought again with an answer to every remark', async () => {
  const house = await aServedHouse()
  const job = await (await aRemoteAgent(house)).job()
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  const asked = job.gate(gate, { answers: ['approve', 'request_changes'], around: { deliverable: 'draft' } })
  const id = await waiting(house)
  await house.answer(id, { answer: 'request_changes', reason: 'Shorter.' })
  const back = await asked
  expect(back).toMatchObject({ outcome: 'sent_back', remarks: [{ number: 1, text: 'Shorter.' }] })
  const answers = [{ number: 1, did: 'fixed', text: 'Done.' }] as const
  const again = job.revise(id as never, { gate, around: { deliverable: 'short' }, answers })
  await expect
    .poll(async () => (await house.desk.checkpoint(id as never)).checkpoint.revision, { timeout: 10_000 })
    .toBe(2)
  await house.answer(id, { answer: 'approve' })
  expect(await again).toMatchObject({ outcome: 'approved' })
})

test('a waiting agent outlives a restart of the server', async () => {
  const house = await aServedHouse()
  const leeway = await aRemoteAgent(house)
  const running = leeway.guard('send', () => 'gone')({ to: 'bob' })
  const id = await waiting(house)
  const { port } = new URL(house.url)
  await house.server.close()
  await house.answer(id, { answer: 'approve' })
  await house.serveAgain({ address: { port: Number(port) } })
  expect(await running).toBe('gone')
})

test('secrets stay with the agent: the server sees and keeps the reference only', async () => {
  const house = await aServedHouse()
  const leeway = await aRemoteAgent(house, { secrets: () => A_SECRET })
  const seen: unknown[] = []
  const look = leeway.guard('look', (args: { key: unknown }) => {
    seen.push(args.key)
    return `used ${args.key}`
  })
  expect(await look({ key: { $secret: 'KEY' } })).toBe(`used ${A_SECRET}`)
  expect(seen).toEqual([A_SECRET])
  expect(JSON.stringify(await house.desk.events({ limit: 1000 }))).not.toContain(A_SECRET)
})

test('what still runs when an agent lets go is in doubt at once', async () => {
  const house = await aServedHouse()
  const leeway = await aRemoteAgent(house)
  const job = await leeway.job()
  const begun = Promise.withResolvers<void>()
  const running = job.run({ tool: 'look' }, () => {
    begun.resolve()
    return new Promise<never>(() => undefined)
  })
  running.catch(() => undefined)
  await begun.promise
  await leeway.close()
  expect((await house.desk.job(job.id)).job.status).toBe('in_doubt')
})

test('an agent’s own token gates it by what the project says, and lets nobody be somebody else', async () => {
  const house = await aServedHouse()
  const leeway = await openLeeway({ url: house.url, token: house.tokens.agent, agent: 'scout', policy: 'jobs/full' })
  onTestFinished(() => leeway.close())
  expect(await codeOf(leeway.guard('send', () => 1, { onHold: 'throw' })({}))).toBe('held')
  expect(await codeOf(openLeeway({ url: house.url, token: 'lwa_nobody' }))).toBe('not_signed_in')
  await expect(openLeeway({ url: house.url, token: house.tokens.reviewer, agent: 'scout' })).rejects.toMatchObject({
    code: 'not_authorised',
    message: 'This is the token of a person, and an agent needs one of its own.',
    details: { next: 'leeway tokens add scout, and give it as LEEWAY_TOKEN' },
  })
  const other = await openLeeway({ url: house.url, token: house.tokens.agent, agent: 'other' })
  expect(await codeOf(other.job())).toBe('not_authorised')
})

test('a token that was revoked after the backup is worth nothing in what is restored', async () => {
  const house = await aServedHouse()
  const file = join(house.root, 'backup.db')
  await backUp({ root: house.root, file })
  const root = aFolder()
  expect(await restore({ root, file })).toMatchObject({ tokens: 2 })
  const server = await openServer({ root })
  onTestFinished(() => server.close())
  const call = (token: string) => codeOf(new ApiClient({ url: server.url, token }).call('read_settings', {}))
  expect(await call(house.tokens.agent)).toBe('not_signed_in')
  expect(await call(house.tokens.admin)).toEqual({ solo: false })
})

test('a row that is longer than anybody may write keeps nobody from reading the others', async () => {
  const house = await aServedHouse()
  await house.hold()
  const gate = { kind: 'action', confidence: 0.1, action: { kind: 'clarification', name: 'n'.repeat(1500) } } as const
  const { id } = await house.hold({ gate })
  const { rows } = await house.as('reviewer').call('list_checkpoints', {})
  expect(rows).toHaveLength(2)
  expect((await house.as('reviewer').call('read_checkpoint', { checkpoint: id })).checkpoint.id).toBe(id)
})

test('an agent that waits goes on waiting while the kill switch is on, says so once, and then runs what was approved', async () => {
  const said: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => said.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  const house = await aServedHouse()
  await house.desk.setSolo(true)
  const leeway = await aRemoteAgent(house)
  const running = leeway.guard('send', () => 'gone')({ to: 'bob' }, { key: 'offer-1' })
  const id = await waiting(house)
  await house.desk.setKillSwitch({ of: 'agent', agent: 'scout' }, true, 'a leak')
  await house.answer(id, { answer: 'approve' })
  const halted = () => said.filter((line) => line.startsWith('halted: '))
  await expect.poll(halted, { timeout: 10_000 }).toEqual([expect.stringContaining('for agent scout: a leak')])
  const leaving = leeway.guard('send', () => 'gone', { onHold: 'throw' })
  expect(await codeOf(leaving({ to: 'bob' }, { key: 'offer-1' }))).toBe('halted')
  await house.desk.setKillSwitch({ of: 'agent', agent: 'scout' }, false, 'mended')
  expect(await running).toBe('gone')
  expect(halted()).toHaveLength(1)
})

test('work that waits through a server goes on only when the switch is off, and is told so under its key', async () => {
  const house = await aServedHouse()
  await house.desk.setSolo(true)
  const leeway = await aRemoteAgent(house, { tellHolds: false })
  const draft = { kind: 'checkpoint', type: 'deliverable' } as const
  let passed = false
  const passing = leeway.gate(draft, { key: 'draft' }).finally(() => (passed = true))
  const id = await waiting(house)
  await house.desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  await house.answer(id, { answer: 'approve' })
  expect(await codeOf(leeway.gate(draft, { key: 'draft' }))).toBe('halted')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(passed).toBe(false)
  await house.desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await passing).toMatchObject({ outcome: 'approved', go: true })
  expect(await leeway.gate(draft, { key: 'draft' })).toMatchObject({ outcome: 'approved', go: true })
})
