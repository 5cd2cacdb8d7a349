import { connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { LOG_PLACE } from '../../api/log-place.ts'
import type { StreamedEvent } from '../../api/views.ts'
import { JobId, TenantId } from '../../model/ids.ts'
import type { Job } from '../../model/job.ts'
import { aServedHouse, type ServedHouse } from '../../testing/served-house.ts'
import { anEvent, aWrite } from '../../testing/store-rows.ts'
import { STREAM_TERMS } from './event-stream.ts'

/** One message of a stream. */
interface Message {
  readonly id: number
  readonly name: string
  readonly data: unknown
}

interface Reader {
  /** The next message that is no sign of life. */
  next(): Promise<Message | undefined>
  /** As many entries of the log. */
  take(count: number): Promise<readonly StreamedEvent[]>
  stop(): void
}

/** Reads a stream as a browser does. */
async function read(house: ServedHouse, token: string, given: { query?: string; last?: string } = {}): Promise<Reader> {
  const { query = '', last } = given
  const stop = new AbortController()
  onTestFinished(() => stop.abort())
  const headers = { Authorization: `Bearer ${token}`, ...(last !== undefined && { 'Last-Event-ID': last }) }
  const response = await house.raw(`/v1/events/stream${query}`, { headers, signal: stop.signal })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const messages = messagesOf(response)
  const next = async () => (await messages.next()).value ?? undefined
  return {
    next,
    stop: () => stop.abort(),
    take: async (count) => {
      const events: StreamedEvent[] = []
      while (events.length < count) {
        const message = await next()
        if (message === undefined) throw new Error('The stream ended.')
        if (message.name === 'message') events.push(message.data as StreamedEvent)
      }
      return events
    },
  }
}

async function* messagesOf(response: Response): AsyncGenerator<Message> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data === undefined) continue
      yield { id: Number(field('id')), name: field('event') ?? 'message', data: JSON.parse(data) }
    }
  }
}

test('what happens is streamed in the order of the log, without any content', async () => {
  const house = await aServedHouse()
  const reader = await read(house, house.tokens.viewer)
  expect(await reader.next()).toMatchObject({ name: 'ready' })
  const job = await house.startJob('The secret plan')
  const gate = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const
  await house.as('agent').call('ask', { job, gate, session: 'process-1' })
  const events = await reader.take(2)
  expect(events.map(({ type }) => type)).toEqual(['job_started', 'checkpoint_opened'])
  expect(events.map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq).toSorted((a, b) => a - b))
  expect(JSON.stringify(events)).not.toContain('bob')
  expect(JSON.stringify(events)).not.toContain('secret plan')
})

test('a reader who was cut off goes on behind the last entry that it has: none twice, none missing', async () => {
  const house = await aServedHouse()
  const seen: number[] = []
  let last: number | undefined
  for (let round = 0; round < 4; round += 1) {
    const reader = await read(house, house.tokens.viewer, last === undefined ? {} : { last: String(last) })
    await reader.next()
    if (round === 0) last = (await house.as('viewer').call('list_events', { limit: 1000 })).last
    // Some happen while it reads, some while it is away.
    const jobs = await Promise.all(Array.from({ length: 10 }, () => house.startJob()))
    expect(jobs).toHaveLength(10)
    for (const { seq } of await reader.take(round === 0 ? 5 : 10)) {
      seen.push(seq)
      last = seq
    }
    reader.stop()
  }
  const log = (await house.log('job_started')).map(({ seq }) => seq)
  expect(seen).toEqual(log.slice(0, seen.length))
})

test('who comes back from too far, or from another log, is told to look at everything anew', async () => {
  const house = await aServedHouse({ streamTerms: { ...STREAM_TERMS, mostMissed: 2 } })
  await house.startJob()
  const { last } = await house.as('viewer').call('list_events', { limit: 1000 })
  for (const from of ['0', '999999', 'nonsense']) {
    const reader = await read(house, house.tokens.viewer, { last: from })
    expect(await reader.next()).toEqual({ id: last, name: 'resync', data: { last } })
    reader.stop()
  }
})

test('a sign of life comes now and then, and carries the place in the log', async () => {
  const house = await aServedHouse({ streamTerms: { ...STREAM_TERMS, beatMs: 30 } })
  const headers = { Authorization: `Bearer ${house.tokens.viewer}` }
  const stop = new AbortController()
  const response = await house.raw('/v1/events/stream', { headers, signal: stop.signal })
  let text = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += new TextDecoder().decode(chunk)
    if (text.includes(': beat')) break
  }
  stop.abort()
  const last = await house.store.last()
  expect(text).toContain(`: beat ${last}\nid: ${last}\n\n`)
})

test('nobody hears of another tenant or job', async () => {
  const house = await aServedHouse()
  const acme = TenantId.parse('acme')
  const guest = await house.addPerson('gus', 'viewer', [acme])
  const admin = house.as('admin')
  const theirs = await admin.call('issue_token', { kind: 'service', name: 'ci', tenant: acme })
  const own = await house.startJob()
  const readers = {
    guest: await read(house, guest),
    theirs: await read(house, theirs.secret),
    agent: await read(house, house.tokens.agent, { query: `?job=${own}` }),
  }
  for (const reader of Object.values(readers)) await reader.next()
  await house.startJob()
  const child = await house.as('agent').call('start_job', { agent: 'helper', parent: own as never })
  const foreign = await house.as({ token: theirs.secret }).call('start_job', { agent: 'scout' })
  expect((await readers.guest.take(1)).map(({ job }) => job)).toEqual([foreign.id])
  expect((await readers.theirs.take(1)).map(({ job }) => job)).toEqual([foreign.id])
  expect((await readers.agent.take(1)).map(({ job }) => job)).toEqual([child.id])
})

test('nobody hears of people with whom they have nothing to do', async () => {
  const house = await aServedHouse()
  const [local, north] = [TenantId.parse('local'), TenantId.parse('north')]
  const readers = [
    await read(house, await house.addPerson('zoe', 'viewer', [local])),
    await read(house, house.tokens.service),
  ]
  for (const reader of readers) await reader.next()
  await house.addPerson('nina', 'reviewer', [north])
  await house.addPerson('luke', 'reviewer', [local])
  const { job } = await house.hold()
  for (const reader of readers) {
    const told = await reader.take(2)
    expect(told.map(({ type }) => type)).toEqual(['person_enrolled', 'job_started'])
    expect(told[1]?.job).toBe(job)
  }
})

test('a stream of a job tells of everything that works for it, however many there are and whenever they began', async () => {
  const house = await aServedHouse()
  const [root, other] = [await house.startJob(), await house.startJob()]
  // More than a page of children, started before this server ran.
  const { row } = (await house.store.get('jobs', root)) as { row: Job }
  const ids = Array.from({ length: 201 }, (_, at) => JobId.parse(`child-${String(at).padStart(3, '0')}`))
  const rows = ids.map((id) => ({ table: 'jobs', id, row: { ...row, id, path: [root] }, version: 0 }) as const)
  await house.store.append(aWrite({ rows }))
  const reader = await read(house, house.tokens.reviewer, { query: `?job=${root}` })
  await reader.next()
  const gate = { kind: 'tool', tool: 'send' } as const
  const told = [ids[0] as JobId, ids[200] as JobId, root]
  for (const job of [...told.slice(0, 2), other, root])
    await house.as('agent').call('ask', { job, gate, session: 'process-1' })
  expect((await reader.take(3)).map(({ job }) => job)).toEqual(told)
})

test('whoever is let go hears nothing more', async () => {
  const house = await aServedHouse()
  const zoe = await house.addPerson('zoe', 'viewer')
  const reader = await read(house, zoe)
  await reader.next()
  await house.as('admin').call('revoke_person', { person: 'zoe' as never })
  expect(await reader.next()).toBeUndefined()
})

test('a reader who does not read is cut off, and the others go on', async () => {
  const house = await aServedHouse()
  const { port } = new URL(house.url)
  const socket = connect(Number(port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    `GET /v1/events/stream HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${house.tokens.viewer}\r\n\r\n`,
  )
  await expect.poll(() => house.server.streams()).toBe(1)
  socket.pause()
  const reader = await read(house, house.tokens.reviewer)
  // Large entries, because the system's own buffers have to be full before anything piles up on our side.
  const large = { ...anEvent(), actor: { kind: 'person', id: 'x'.repeat(100_000) } as const }
  const events = Array.from({ length: 10 }, () => large)
  for (let round = 0; round < 40 && house.server.streams() === 2; round += 1) {
    await house.store.append(aWrite({ events }))
    expect(await reader.take(10)).toHaveLength(10)
  }
  expect(house.server.streams()).toBe(1)
  await house.startJob()
  expect((await reader.take(1)).map(({ type }) => type)).toEqual(['job_started'])
})

test('programs that open streams without end leave room for people', async () => {
  const house = await aServedHouse({ streamTerms: { ...STREAM_TERMS, mostOfPrograms: 2 } })
  const job = await house.startJob()
  const query = `?job=${job}`
  const first = await read(house, house.tokens.agent, { query })
  await read(house, house.tokens.service)
  const headers = { Authorization: `Bearer ${house.tokens.agent}` }
  const refused = await house.raw(`/v1/events/stream${query}`, { headers })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1'])
  const person = await read(house, house.tokens.viewer)
  expect(await person.next()).toMatchObject({ name: 'ready' })
  first.stop()
  await expect.poll(() => house.server.streams()).toBe(2)
  await read(house, house.tokens.agent, { query })
})

test('closing the server ends every stream', async () => {
  const house = await aServedHouse()
  const reader = await read(house, house.tokens.viewer)
  await reader.next()
  await house.server.close()
  expect(await reader.next()).toBeUndefined()
})

test('a stream has no head of its own, and asking for one begins none', async () => {
  const house = await aServedHouse()
  const headers = { Authorization: `Bearer ${house.token}` }
  const response = await house.raw('/v1/events/stream', { method: 'HEAD', headers })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET')
  expect(house.server.streams()).toBe(0)
  expect((await house.raw('/v1/me', { method: 'HEAD', headers })).status).toBe(200)
})

test('behind the place that an answer names, the stream has all that the answer does not show', async () => {
  const house = await aServedHouse()
  await house.startJob()
  const headers = { Authorization: `Bearer ${house.tokens.viewer}` }
  const answer = await house.raw('/v1/events?limit=1000', { headers })
  const place = Number(answer.headers.get(LOG_PLACE) ?? 'none')
  const { last } = (await answer.json()) as { readonly last: number }
  expect(place).toBeLessThanOrEqual(last)
  const job = await house.startJob()
  const reader = await read(house, house.tokens.viewer, { query: `?after=${place}` })
  const missed = await reader.take(last - place + 1)
  expect(missed.at(-1)).toMatchObject({ seq: last + 1, type: 'job_started', job })
  expect((await house.raw('/v1/health')).headers.get(LOG_PLACE)).toBeNull()
})
