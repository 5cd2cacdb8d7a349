import { expect, onTestFinished, test, vi } from 'vitest'
import type { OpenOptions } from '../../src/compose.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aHouse } from '../../src/testing/house.ts'

/** What this process writes to standard error while the test runs. */
function listened(): readonly string[] {
  const lines: string[] = []
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  onTestFinished(() => write.mockRestore())
  return lines
}

/** An agent that waits for a mail, which Ada approves while everything is halted. */
async function approvedWhileHalted(options: OpenOptions = {}, signal?: AbortSignal) {
  const said = listened()
  const house = await aHouse()
  await house.desk.setSolo(true)
  const leeway = await house.open({ tellHolds: true, ...options })
  const job = await leeway.job({ key: 'letters' })
  const ran: unknown[] = []
  const send = job.guard('send', (args: { to: string }) => ran.push(args))
  const running = codeOf(send({ to: 'bob' }, { key: 'offer', ...(signal && { signal }) }))
  await expect.poll(async () => (await house.desk.checkpoints()).rows).toHaveLength(1)
  await house.desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  await house.answerAll({ answer: 'approve' })
  const halted = () => said.filter((line) => line.startsWith('halted: '))
  return { ...house, job, ran, running, halted, send: () => codeOf(send({ to: 'bob' }, { key: 'offer' })) }
}

test('an agent that waits goes on waiting while the kill switch is on, says so once, and then runs what was approved', async () => {
  const { desk, running, ran, halted, log } = await approvedWhileHalted()
  await expect
    .poll(halted)
    .toEqual([
      'halted: send of scout is approved and goes on when the switch is off – ada threw the kill switch for everything: a leak\n',
    ])
  // Whoever lifts another halt does not let it go on.
  await desk.setKillSwitch({ of: 'agent', agent: 'other' }, true, 'not this one')
  await desk.setKillSwitch({ of: 'agent', agent: 'other' }, false, 'not this one')
  expect(ran).toEqual([])
  await desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await running).toBe(1)
  expect(ran).toEqual([{ to: 'bob' }])
  expect(halted()).toHaveLength(1)
  expect(await log('approval_spent')).toHaveLength(1)
})

test('an agent that comes back while the kill switch is on waits for it too', async () => {
  const over = new AbortController()
  const { desk, running, send, halted } = await approvedWhileHalted({}, over.signal)
  await expect.poll(halted).toHaveLength(1)
  over.abort(new Error('enough'))
  await expect(running).rejects.toThrow('enough')
  const again = send()
  await expect.poll(halted).toHaveLength(2)
  await desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await again).toBe(1)
})

test('a job that is called off while the kill switch is on ends whoever waits for it', async () => {
  const { desk, job, running, ran, halted } = await approvedWhileHalted()
  await expect.poll(halted).toHaveLength(1)
  await desk.cancel(job.id, 'not any more')
  expect(await running).toBe('job_ended')
  expect(ran).toEqual([])
})

test('an agent that leaves where it is held is told that it is halted, and the approval is there afterwards', async () => {
  const { desk, running, send } = await approvedWhileHalted({ onHold: 'throw' })
  expect(await running).toBe('held')
  expect(await send()).toBe('halted')
  await desk.setKillSwitch({ of: 'all' }, false, 'mended')
  expect(await send()).toBe(1)
})
