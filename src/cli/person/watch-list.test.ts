import { expect, test } from 'vitest'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'
import { PLAN, planWork } from '../../testing/plan-work.ts'
import type { Io } from '../io.ts'
import { watchList } from './watch-list.ts'

/** Somebody who works alone, a plan that waits for them, and a mail that left a grant behind. */
async function anOffice() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await folder.agent({ policy: 'jobs/guided' })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) => job.phase(PLAN, planWork('one\n')))
  await leeway.start(program, { key: 'a', input: null })
  const mailer = await folder.agent()
  const job = await mailer.job({ title: 'offers' })
  const send = job.guard('send_mail', () => 'sent')
  await codeOf(send({ to: 'ann' }, { key: '1' }))
  const { id, content_hash } = (await folder.waiting(ada)).find(({ gate }) => gate.kind === 'tool') ?? {}
  await ada(['approve', id ?? '', '--hash', content_hash ?? '', '--grant-count', '3'])
  return { ...folder, ada, send }
}

const LISTS = [
  { list: ['checkpoints'], shown: 'The plan' },
  { list: ['jobs'], shown: 'offers' },
  { list: ['jobs', '--all'], shown: 'offers' },
  { list: ['grants'], shown: 'send_mail' },
  { list: ['pr', 'list'], shown: 'The plan' },
] as const

test('every list can be watched: in a terminal its page is drawn until q is pressed', async () => {
  const { ada } = await anOffice()
  for (const { list, shown } of LISTS) {
    const { out, code } = await ada([...list, '--watch'], { columns: 140, keys: ['x', 'q'] })
    expect({ list, code }).toEqual({ list, code: 0 })
    expect(out).toContain(shown)
    expect(out).toContain('q: quit')
  }
})

test('a watched list has no page after the first, and says so', async () => {
  const { ada } = await anOffice()
  for (const { list } of LISTS) {
    const { err, code } = await ada([...list, '--watch', '--after', '2026-01-01T00:00:00.000Z,x'])
    expect({ list, code }).toEqual({ list, code: 2 })
    expect(err).toContain('leave out --after')
  }
})

test('without a terminal a row is told when it comes and when it is another, and not again', async () => {
  const { ada, send } = await anOffice()
  const said = new Map<string, string>()
  const watch = (...list: readonly string[]) =>
    ada([...list, '--watch'], { hear: (out) => void said.set(list.join(' '), out) })
  const lines = (list: string) => (said.get(list) ?? '').trim().split('\n')
  const watched = [watch('grants'), watch('grants', '--json'), watch('jobs'), watch('pr', 'list')]
  for (const list of ['grants', 'grants --json', 'jobs', 'pr list']) await expect.poll(() => said.has(list)).toBe(true)
  // The grant lets it pass, and is another one then.
  expect(await send({ to: 'ann' }, { key: '2' })).toBe('sent')
  await expect.poll(() => lines('grants')).toHaveLength(2)
  await expect.poll(() => lines('grants --json')).toHaveLength(2)
  process.emit('SIGTERM')
  await Promise.all(watched)
  expect(lines('grants --json').map((line) => JSON.parse(line).hits)).toEqual([0, 1])
  expect(lines('grants')).toEqual([
    expect.stringMatching(/^grt_\S+ {2}ada {2}mailer {2}send_mail {"to":"ann"} {2}3 of 3 times$/),
    expect.stringMatching(/^grt_\S+ {2}ada {2}mailer {2}send_mail {"to":"ann"} {2}2 of 3 times$/),
  ])
  expect(said.get('jobs')).toMatch(/^job_\S+ {2}running {2}mailer {2}offers$/m)
  expect(lines('jobs')).toHaveLength(2)
  expect(lines('pr list')).toEqual([
    expect.stringMatching(/^\S+:phase-1-strategic {2}round 1 {2}waits for a person {2}The plan$/),
  ])
})

test('without a terminal the end of what was listed is told too, once', async () => {
  const { ada, waiting } = await anOffice()
  const said = new Map<string, string>()
  const lists = ['checkpoints', 'jobs', 'pr list']
  const watched = lists.map((list) => ada([...list.split(' '), '--watch'], { hear: (out) => void said.set(list, out) }))
  for (const list of lists) await expect.poll(() => said.get(list) ?? '').not.toBe('')
  const [plan] = await waiting(ada)
  await ada(['reject', plan?.id ?? '', '--hash', plan?.content_hash ?? '', '--reason', 'Not now.'])
  await expect.poll(() => said.get('checkpoints')).toMatch(/^chk_\S+ {2}rejected$/m)
  await expect.poll(() => said.get('pr list')).toMatch(/^\S+:phase-1-strategic {2}closed$/m)
  await ada(['cancel', plan?.job ?? '', '--reason', 'Enough.'])
  await expect.poll(() => said.get('jobs')).toMatch(/^job_\S+ {2}cancelled$/m)
  process.emit('SIGTERM')
  await Promise.all(watched)
  expect([...said.values()].join('').match(/ (?:rejected|closed|cancelled)$/gm)).toHaveLength(3)
})

test('what stands on another page is read in turns, and its end is told all the same', async () => {
  const news = Promise.withResolvers<() => void>()
  const ids = Array.from({ length: 100 }, (_, at) => `row-${at}`)
  let listed: readonly string[] = ids
  const over = new Set<string>()
  const asked: string[] = []
  const said: string[] = []
  let looks = 0
  const io = { stdin: {}, stdout: { write: (text: string) => said.push(text.trim()) } } as unknown as Io
  const desk = { watch: (changed: () => void) => (news.resolve(changed), () => undefined) }
  const watched = watchList(desk, {
    io,
    values: {},
    read: async () => {
      looks += 1
      return { rows: listed.map((id) => ({ id })), next: null }
    },
    draw: () => '',
    stateOf: () => '',
    tell: () => 'is here',
    became: async (id) => {
      asked.push(id)
      return over.has(id) ? { row: null, status: 'ended' } : null
    },
  })
  const changed = await news.promise
  const look = async () => {
    asked.length = 0
    const before = looks
    changed()
    await expect.poll(() => looks).toBe(before + 1)
    // Another look begins only when this one is done.
    changed()
    await expect.poll(() => looks).toBe(before + 2)
  }
  await expect.poll(() => said).toHaveLength(100)
  listed = ['newer']
  over.add('row-7')
  await look()
  expect(said.at(-1)).toBe('row-7  ended')
  expect(asked.length).toBeLessThanOrEqual(100 + 20)
  over.add('row-99')
  const all = new Set<string>()
  for (let time = 0; time < 5; time += 1) {
    await look()
    expect(asked.length).toBeLessThanOrEqual(3 * 20)
    for (const id of asked) all.add(id)
  }
  expect(all.size).toBe(99)
  expect(said.filter((text) => text.endsWith('ended'))).toEqual(['row-7  ended', 'row-99  ended'])
  process.emit('SIGTERM')
  expect(await watched).toBe(0)
})

test('whatever happens while a list is read is shown by one more look, however much it was', async () => {
  const news = Promise.withResolvers<() => void>()
  const first = Promise.withResolvers<readonly { readonly id: string }[]>()
  let looks = 0
  const read = async () => {
    looks += 1
    return { rows: looks === 1 ? await first.promise : [{ id: 'last' }], next: null }
  }
  const said: string[] = []
  const io = { stdin: {}, stdout: { write: (text: string) => said.push(text) } } as unknown as Io
  const desk = { watch: (changed: () => void) => (news.resolve(changed), () => undefined) }
  const watched = watchList(desk, {
    io,
    values: {},
    read,
    draw: () => '',
    stateOf: String,
    tell: () => 'is here',
  })
  const changed = await news.promise
  for (let time = 0; time < 1000; time += 1) changed()
  first.resolve([{ id: 'first' }])
  await expect.poll(() => said).toEqual(['first  is here\n', 'last  is here\n'])
  process.emit('SIGTERM')
  expect(await watched).toBe(0)
  expect(looks).toBe(2)
})
