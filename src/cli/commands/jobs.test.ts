import { expect, test } from 'vitest'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'

async function anOffice() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  return { ...folder, ada, leeway: await folder.agent() }
}

test('a job tells what it waits for, what holds, and what happened', async () => {
  const { ada, leeway } = await anOffice()
  const job = await leeway.job({ title: 'offers' })
  await codeOf(job.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  expect((await ada(['jobs'])).out).toMatch(/■ pending_review\s+mailer\s+\d+ s\s+1\s+offers/)
  const { out } = await ada(['job', 'show', job.id.slice(-8).replace(/^-+/, '')])
  expect(out).toMatch(/policy\s+sha256:[0-9a-f]{64}/)
  expect(out).toMatch(/drift\s+none/)
  expect(out).toMatch(/What waits.*send_mail {"to":"ann"}/s)
  expect(out).toMatch(/What happened.*started the job for mailer.*is held/s)
  const data = JSON.parse((await ada(['job', 'show', job.id, '--json'])).out)
  expect(data).toMatchObject({ job: { id: job.id }, halted: null, holds: [{ job: job.id }], descendants: [] })
})

test('a cancelled job is over, and what it had open is closed', async () => {
  const { ada, leeway, waiting } = await anOffice()
  const job = await leeway.job()
  await codeOf(job.gate({ kind: 'checkpoint', type: 'deliverable' }))
  expect((await ada(['cancel', job.id])).code).toBe(2)
  expect((await ada(['cancel', job.id, '--reason', 'no longer needed'])).code).toBe(0)
  expect(await waiting(ada)).toEqual([])
  expect((await ada(['jobs'])).out).toContain('No job is open.')
  expect((await ada(['jobs', '--all'])).out).toContain('· cancelled')
  expect((await ada(['checkpoints', '--job', job.id, '--all'])).out).toContain('· cancelled')
})

test('a stopped job goes on when a person says so', async () => {
  const { ada, leeway } = await anOffice()
  const job = await leeway.job({ policy: 'runs/guarded' })
  const errors = [{ text: 'the disk is full', severity: 'high' as const }]
  const gate = { kind: 'step', phase: 'build', status: 'failure', errors } as const
  expect(await job.gate({ ...gate, errors: [...errors] })).toMatchObject({ outcome: 'stopped' })
  expect((await ada(['jobs'])).out).toContain('✗ stopped')
  expect((await ada(['resume', job.id, '--reason', 'there is room again'])).code).toBe(0)
  expect((await ada(['jobs'])).out).toContain('▸ running')
  expect((await ada(['resume', job.id, '--reason', 'again'])).err).toContain('leeway job show ID')
})

test('the kill switch halts an agent at its next gate', async () => {
  const { ada, leeway } = await anOffice()
  const job = await leeway.job()
  const ask = () => codeOf(job.gate({ kind: 'checkpoint', type: 'note' }))
  expect((await ada(['kill-switch', 'on', '--all', '--agent', 'mailer', '--reason', 'x'])).code).toBe(2)
  expect((await ada(['kill-switch', 'on', '--agent', 'mailer', '--reason', 'wrong people'])).out).toContain(
    'agent mailer',
  )
  expect(await ask()).toBe('halted')
  expect((await ada(['job', 'show', job.id])).out).toContain('ada threw the kill switch: wrong people')
  expect((await ada(['kill-switch', 'off', '--agent', 'mailer', '--reason', 'mended'])).out).toBe(
    'Nothing is halted.\n',
  )
  expect(await ask()).toMatchObject({ outcome: 'allowed' })
})

test('a list goes on where its page ended', async () => {
  const { ada, leeway } = await anOffice()
  for (const title of ['one', 'two', 'three']) await leeway.job({ title })
  const first = await ada(['jobs', '--limit', '2'])
  const after = /--after (\S+)/.exec(first.out)?.[1] ?? ''
  expect(first.out).toMatch(/one.*two/s)
  const second = await ada(['jobs', '--limit', '2', '--after', after])
  expect(second.out).toContain('three')
  expect(second.out).not.toContain('two')
  expect((await ada(['jobs', '--limit', '0'])).code).toBe(2)
  expect((await ada(['jobs', '--after', 'x'])).code).toBe(2)
})
