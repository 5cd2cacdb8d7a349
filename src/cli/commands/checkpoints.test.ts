import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openServer } from '../../open-server.ts'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'

test('what waits is listed oldest first, at any width, with why', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  expect((await ada(['checkpoints'])).out).toBe('Nothing waits for you.\n')
  const job = await (await agent()).job()
  await codeOf(job.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  await codeOf(job.gate({ kind: 'phase', phase: 'strategic', number: 1 }, { quorum: 2, timeoutSeconds: 3600 }))
  for (const columns of [60, 80, 120]) {
    const { out } = await ada(['checkpoints'], { columns })
    expect(out).toMatch(/send_mail {"to":"ann"}.*end of phase 1 \(strategic\)/s)
    expect(out).toMatch(/because the irreversibility[^]*because the first plan/)
    expect(out).toMatch(/0 of 2[^]*(1 h|59 min) left/)
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(Math.max(80, columns))
  }
  const page = JSON.parse((await ada(['checkpoints', '--json', '--limit', '1'])).out)
  expect(page.rows).toHaveLength(1)
  const after = `${page.next.value},${page.next.id}`
  expect((await ada(['checkpoints', '--after', after])).out).not.toContain('send_mail')
})

test('what runs out is listed by itself, the nearest first, and what one agent asks', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const job = await (await agent()).job()
  await codeOf(job.gate({ kind: 'phase', phase: 'strategic', number: 1 }))
  for (const [number, timeoutSeconds] of [
    [2, 7200],
    [3, 3600],
  ] as const) {
    // Of what is asked within the same millisecond nobody knows what was first.
    await setTimeout(2)
    await codeOf(job.gate({ kind: 'phase', phase: 'strategic', number }, { timeoutSeconds }))
  }
  const numbers = async (...args: readonly string[]) => {
    const { out } = await ada(['checkpoints', ...args, '--json'])
    return JSON.parse(out).rows.map((row: { gate: { number: number } }) => row.gate.number)
  }
  expect(await numbers('--due')).toEqual([3, 2])
  expect(await numbers('--agent', 'nobody')).toEqual([])
  const all = JSON.parse((await ada(['checkpoints', '--json'])).out).rows
  expect(await numbers('--agent', all[0].agent)).toEqual([1, 2, 3])
  expect((await ada(['checkpoints', '--due', '--all'])).code).toBe(2)
})

test('how much time is left goes by the clock that judges deadlines, and not by one that was set back', async () => {
  const { person, agent, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const job = await (await agent()).job()
  await codeOf(job.gate({ kind: 'phase', phase: 'strategic', number: 1 }, { timeoutSeconds: 3600 }))
  const lists = async () => {
    for (const argv of [['checkpoints'], ['checkpoints', '--due']])
      expect((await ada(argv)).out).toMatch(/\b(1 h|59 min) left/)
  }
  await lists()
  vi.useFakeTimers({ now: Date.now() - 7_200_000, toFake: ['Date'] })
  try {
    await lists()
    const server = await openServer({ root })
    onTestFinished(() => server.close())
    await lists()
  } finally {
    vi.useRealTimers()
  }
})

test('only a no is offered to work that was sent back, because its agent has it', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const around = { deliverable: { text: 'A plan.' } }
  const answers = ['approve', 'request_changes'] as const
  const job = await (await agent()).job()
  await codeOf(job.gate({ kind: 'phase', phase: 'strategic', number: 1 }, { around, answers }))
  const before = await ada(['checkpoints'])
  expect(before.out).toContain('leeway approve ')
  const [, id = ''] = /leeway approve (\S+)/.exec(before.out) ?? []
  expect((await ada(['request-changes', id, '--reason', 'Shorter.'])).code).toBe(0)
  const { out } = await ada(['checkpoints'])
  expect(out).toContain(`leeway checkpoints show ${id}`)
  expect(out).toContain(`leeway reject ${id}`)
  expect(out).not.toMatch(/leeway (approve|respond)/)
})

test('the page of a call tells its author what could be declared, and a rule that would vouch for it', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  await codeOf((await (await agent()).job()).guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  const id = JSON.parse((await ada(['checkpoints', '--json'])).out).rows[0].id
  const { out } = await ada(['checkpoints', 'show', id], { columns: 100 })
  expect(out.replaceAll(/\s+/g, ' ')).toMatch(
    /What would have let it pass, together: .* declare destructiveHint: false .* with the rule { match: { tool: send_mail }, then: allow }\./,
  )
})

test('what nobody answered in time is not listed as open', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const job = await (await agent()).job()
  const options = { timeoutSeconds: 0.001, onTimeout: { do: 'deny' } } as const
  await codeOf(job.gate({ kind: 'checkpoint', type: 'deliverable' }, options))
  expect((await ada(['checkpoints'])).out).toBe('Nothing waits for you.\n')
  expect((await ada(['checkpoints', '--all'])).out).toContain('expired')
})

test('a watched page is drawn until q is pressed', async () => {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  await codeOf((await (await agent()).job()).gate({ kind: 'checkpoint', type: 'deliverable' }))
  const { out, code } = await ada(['checkpoints', '--watch'], { columns: 80, keys: ['x', 'q'] })
  expect(code).toBe(0)
  expect(out).toContain('hands in: deliverable')
  expect(out).toContain('q: quit')
})
