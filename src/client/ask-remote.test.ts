import { expect, onTestFinished, test, vi } from 'vitest'
import { ROUTES } from '../api/routes.ts'
import type { JobId } from '../model/ids.ts'
import { aCheckpoint } from '../testing/builders.ts'
import { codeOf } from '../testing/desk-folder.ts'
import { aServedHouse, type ServedHouse } from '../testing/served-house.ts'
import { ApiClient } from './api-client.ts'
import { askRemote, settleHeld } from './ask-remote.ts'
import { Connection } from './connection.ts'
import { runRemote } from './run-remote.ts'

type Change = (answer: Response) => Response | Promise<Response>

/** A process of an agent; the first answer to one operation is changed on its way. */
function aConnection(house: ServedHouse, route: string, change: Change): Connection {
  let isChanged = false
  const [method, path = ''] = route.split(' ')
  const shape = new RegExp(`^${path.replaceAll(/:[a-z]+/g, '[^/]+')}$`)
  const between: typeof fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (isChanged || init?.method !== method || !shape.test(new URL(String(url)).pathname)) return answer
    isChanged = true
    return change(answer)
  }
  const api = new ApiClient({ url: house.url, token: house.tokens.service, fetch: between })
  return new Connection({ api, onHold: 'throw', secrets: () => undefined })
}

const lost: Change = () => {
  throw new TypeError('fetch failed')
}
const empty: Change = () => Response.json({})
const ALONE = { recorded: false, idempotent: false }
const aboutRead = (job: JobId, key = 'k1') => ({ job, gate: { kind: 'tool', tool: 'read' } as const, options: { key } })

test('whoever lost the answer to a question under a key is given it again, and runs it once', async () => {
  const house = await aServedHouse()
  const question = { ...aboutRead(await house.startJob()), recorded: true, idempotent: false }
  const ran: unknown[] = []
  const done = await runRemote(aConnection(house, ROUTES.ask, lost), question, () => ran.push('once'))
  expect(done).toBe(1)
  expect(ran).toEqual(['once'])
  expect((await house.log('attempt_ended')).map(({ data }) => data.status)).toEqual(['succeeded'])
})

test('what nobody knows the end of names its attempt, and the command that settles it', async () => {
  const house = await aServedHouse()
  const question = { ...aboutRead(await house.startJob()), recorded: true, idempotent: false }
  const gone = new Connection({
    api: new ApiClient({ url: house.url, token: house.tokens.service }),
    onHold: 'throw',
    secrets: () => undefined,
  })
  const begun = Promise.withResolvers<void>()
  const running = runRemote(gone, question, () => {
    begun.resolve()
    return new Promise<never>(() => undefined)
  })
  running.catch(() => undefined)
  await begun.promise
  await gone.close(new Error('closed'))
  const [attempt] = (await house.desk.inDoubt()).rows
  const again = aConnection(house, ROUTES.retake_attempt, empty)
  await expect(runRemote(again, question, () => 1)).rejects.toMatchObject({
    code: 'job_in_doubt',
    details: { next: `leeway settle ${attempt?.id} --succeeded | --failed --reason WHY` },
  })
})

test('whoever lost the answer to a gate under a key learns that it may go on', async () => {
  const house = await aServedHouse()
  const question = { ...aboutRead(await house.startJob()), ...ALONE }
  const settled = await askRemote(aConnection(house, ROUTES.ask, lost), question)
  expect(settled).toMatchObject({ settled: 'asked', asked: { status: 'allowed', attempt: { status: 'released' } } })
})

test('an approval is taken up at the server before anything goes on, whatever answers in its place', async () => {
  const house = await aServedHouse()
  const options = { key: 'k1' }
  const gate = { kind: 'tool', tool: 'send' } as const
  const question = { job: await house.startJob(), gate, options, ...ALONE }
  const connection = aConnection(house, ROUTES.claim_approval, empty)
  expect(await codeOf(askRemote(connection, question))).toBe('held')
  const id = (await house.desk.checkpoints()).rows[0]?.id ?? ''
  await house.desk.setSolo(true)
  await house.answer(id, { answer: 'approve' })

  const settled = await askRemote(connection, question)
  const spent = (await house.store.get('checkpoints', id))?.row
  expect(spent?.spent_at).not.toBeNull()
  expect(settled).toMatchObject({ settled: 'checkpoint', attempt: { id: spent?.attempt } })
})

test('a call that may pass under a key and was claimed by nobody does not go on', async () => {
  const house = await aServedHouse()
  const unclaimed: Change = async (answer) => Response.json({ ...((await answer.json()) as object), attempt: null })
  const asked = askRemote(aConnection(house, ROUTES.ask, unclaimed), {
    ...aboutRead(await house.startJob()),
    ...ALONE,
  })
  expect(await codeOf(asked)).toBe('unreadable_answer')
})

test.for([
  ['a page in place of an answer', () => new Response('<html>We are back soon</html>')],
  [
    'a cache that says the same at once',
    () => Response.json({ checkpoint: aCheckpoint(), line: [], approvers: [] }, { headers: { etag: '"1"' } }),
  ],
] as const)('%s is asked again with pauses', async ([, answer]) => {
  // Loaded before the clock stands still.
  await import('../api/operations.ts')
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let requests = 0
  const counted = async () => {
    requests += 1
    // Without pauses it would never end.
    if (requests > 50) throw new TypeError('fetch failed')
    return answer()
  }
  const api = new ApiClient({ url: 'http://127.0.0.1:1', token: 'x', fetch: counted })
  const over = new AbortController()
  const waiting = new Connection({ api, onHold: 'wait', secrets: () => undefined })
    .settled(aCheckpoint().id, over.signal)
    .catch(() => 'over')
  await vi.advanceTimersByTimeAsync(1000)
  expect(requests).toBeGreaterThan(2)
  expect(requests).toBeLessThan(13)
  over.abort()
  expect(await waiting).toBe('over')
})

test('whoever waits is told of it, and whoever leaves is not', async () => {
  const told: string[] = []
  const held = aCheckpoint()
  const options = { signal: AbortSignal.abort() }
  const ask = (onHold: 'wait' | 'throw') => {
    const api = new ApiClient({
      url: 'http://127.0.0.1:1',
      token: 'x',
      fetch: () => Promise.reject(new TypeError('gone')),
    })
    const connection = new Connection({ api, onHold, secrets: () => undefined, tellHold: ({ id }) => told.push(id) })
    return settleHeld(connection, { options, recorded: true, idempotent: false }, held).catch(() => undefined)
  }
  await ask('throw')
  expect(told).toEqual([])
  await ask('wait')
  expect(told).toEqual([held.id])
})
