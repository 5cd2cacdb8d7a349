import { expect, test } from 'vitest'
import type { JobId } from '../../src/model/ids.ts'
import type { Presence } from '../../src/model/presence.ts'
import { forgetAbsent } from '../../src/sdk/forget-absent.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { aServedHouse } from '../../src/testing/served-house.ts'

const SEND = { kind: 'tool', tool: 'send', args: { to: 'ann' } } as const

/** Who takes up what waits, and who goes on with its job. */
async function seenIn({ desk }: Pick<House, 'desk'>): Promise<{ hold: Presence['is']; job: Presence['is'] }> {
  const [held] = (await desk.checkpoints()).rows
  if (held === undefined) throw new Error('Nothing is held.')
  const hold = (await desk.checkpoint(held.id)).presence?.is ?? 'lost'
  const { presence } = await desk.job(held.job)
  const [listed] = (await desk.jobs()).rows
  expect(listed?.presence).toEqual(presence)
  return { hold, job: presence?.is ?? 'lost' }
}

test('a process that waits for an answer is there, and gone from it when it leaves off', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const stop = new AbortController()
  const asked = codeOf(leeway.gate(SEND, { key: 'a', signal: stop.signal })).catch(() => 'left')
  await expect.poll(() => seenIn(house).catch(() => null)).toEqual({ hold: 'waiting', job: 'there' })
  stop.abort(new Error('enough'))
  await asked
  expect(await seenIn(house)).toEqual({ hold: 'there', job: 'there' })
})

test('one that waits twice for the same answer still waits after it left off once', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const stop = new AbortController()
  const once = codeOf(leeway.gate(SEND, { key: 'a', signal: stop.signal })).catch(() => 'left')
  const twice = codeOf(leeway.gate(SEND, { key: 'a' }))
  await expect.poll(async () => (await house.store.leases('waits:')).length).toBe(2)
  stop.abort(new Error('enough'))
  await once
  expect(await seenIn(house)).toMatchObject({ hold: 'waiting' })
  await house.answerAll({ answer: 'approve' })
  await twice
  expect(await house.store.leases('waits:')).toEqual([])
})

test('what a process left under a key is found again, and what it left without one is not', async () => {
  for (const [key, hold] of [
    ['a', 'away'],
    [undefined, 'lost'],
  ] as const) {
    const house = await aHouse()
    const leeway = await house.open({ onHold: 'throw' })
    const send = leeway.guard('send', () => 'sent')
    expect(await codeOf(send({ to: 'ann' }, key === undefined ? {} : { key }))).toBe('held')
    expect(await seenIn(house)).toEqual({ hold: 'there', job: 'there' })
    await leeway.close()
    // The agent's standing job has a key of its own.
    expect(await seenIn(house)).toEqual({ hold, job: 'away' })
    await house.open()
    expect(await seenIn(house)).toEqual({ hold, job: 'away' })
  }
})

test('a job without a key is lost with its process, and one that has ended wants nobody', async () => {
  const { open, desk } = await aHouse()
  const leeway = await open()
  const [kept, lost, done] = [await leeway.job({ key: 'a' }), await leeway.job(), await leeway.job()]
  await done.finish()
  await leeway.close()
  const presence = async ({ id }: { id: JobId }) => (await desk.job(id)).presence?.is ?? null
  expect([await presence(kept), await presence(lost), await presence(done)]).toEqual(['away', 'lost', null])
})

test('a program that was left at a hold goes on from there, and so does what works for it', async () => {
  const house = await aHouse()
  const leeway = await house.open()
  const program = leeway.program({ name: 'ask', version: '1' }, (job) => job.gate(SEND))
  const parent = leeway.program({ name: 'hand', version: '1' }, (job) => job.child('helper', { program, input: null }))
  await leeway.start(parent, { input: null })
  const [held] = (await house.desk.checkpoints()).rows
  const both = async () => [
    (await house.desk.checkpoint(held?.id as never)).presence?.is,
    (await house.desk.job(held?.job as never)).presence?.is,
  ]
  expect(await both()).toEqual(['there', 'there'])
  await leeway.close()
  expect(await both()).toEqual(['away', 'away'])
})

test('an answer says who was there to take it up', async () => {
  const { open, desk } = await aHouse()
  const leeway = await open({ onHold: 'throw' })
  await codeOf(leeway.gate(SEND, { key: 'a' }))
  const [held] = (await desk.checkpoints()).rows
  const { id: checkpoint, content_hash } = held as NonNullable<typeof held>
  await leeway.close()
  const answered = await desk.answer({ checkpoint, content_hash, review: { answer: 'approve' } })
  expect(answered).toMatchObject({ status: 'approved', presence: { is: 'away', heard_at: null } })
  // What nothing has run under can still be taken up.
  expect((await desk.checkpoint(checkpoint)).presence).toMatchObject({ is: 'away' })
  const again = await open()
  await again.guard('send', () => 'sent')({ to: 'ann' }, { key: 'a' })
  expect((await desk.checkpoint(checkpoint)).presence).toBeNull()
})

test('an agent over HTTP waits while it asks for news, and is silent later, but never said to be gone', async () => {
  const house = await aServedHouse()
  const agent = house.as('agent')
  const { id: checkpoint, job } = await house.hold()
  const admin = house.as('admin')
  const seen = async () => (await admin.call('read_checkpoint', { checkpoint })).presence
  expect(await seen()).toEqual({ is: 'there', heard_at: null })

  const { etag = '', value } = await agent.get('read_checkpoint', { checkpoint })
  expect(value?.presence).toBeNull()
  const stop = new AbortController()
  const wait = agent.get('read_checkpoint', { checkpoint, wait: 30 }, { etag, signal: stop.signal })
  const ended = wait.catch(() => undefined)
  await expect.poll(seen).toEqual({ is: 'waiting', heard_at: null })
  stop.abort()
  await ended
  await expect.poll(seen).toEqual({ is: 'there', heard_at: null })

  for (const { name, holder } of await house.store.leases('at:')) await house.store.lease(name, holder, 0.001)
  await expect.poll(seen).toEqual({ is: 'silent', heard_at: expect.stringMatching(/^\d{4}-.*Z$/) })
  await forgetAbsent(house.store)
  expect(await seen()).toMatchObject({ is: 'silent' })
  expect((await admin.call('read_job', { job })).presence).toMatchObject({ is: 'silent' })
})

test('nobody hears that a program waits for what is not its own', async () => {
  const house = await aServedHouse()
  const { id: checkpoint } = await house.hold()
  const { secret } = await house.as('admin').call('issue_token', { kind: 'agent', name: 'other' })
  const other = house.as({ token: secret })
  const wait = other.get('read_checkpoint', { checkpoint, wait: 30 }, { etag: '"x"' })
  expect(await codeOf(wait)).toBe('not_found')
  expect(await house.store.leases('waits:')).toEqual([])
})

test('what was said by those who are gone, and of jobs that have ended, is forgotten', async () => {
  const { open, store } = await aHouse()
  const gone = await open()
  await gone.job({ key: 'left' })
  await gone.close()
  const there = await open()
  const done = await there.job()
  const going = await there.job()
  await done.finish()
  await forgetAbsent(store)
  expect((await store.leases('at:')).map(({ name }) => name.split('/')[0])).toEqual([`at:${going.id}`])
})
