import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
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
  expect(out).toMatch(/policy\s+jobs\/dependent \(sha256:[0-9a-f]{12}…\)/)
  expect(out).not.toMatch(/drift|tenant/)
  expect(out).toMatch(/What waits.*send_mail {"to":"ann"}/s)
  expect(out).toMatch(/What happened.*started the job for mailer.*is held/s)
  const data = JSON.parse((await ada(['job', 'show', job.id, '--json'])).out)
  expect(data).toMatchObject({ job: { id: job.id }, halted: null, holds: [{ job: job.id }], descendants: [] })
})

test('on a narrow page what a job is about stands below its status, and not a word a line', async () => {
  const { ada, leeway } = await anOffice()
  const job = await leeway.job({ title: 'Offers for everybody at the harbour' })
  await codeOf(job.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  const { out } = await ada(['jobs'], { columns: 80 })
  expect(out).toMatch(/job_\S+ +■ pending_review\n\d+ s · mailer · 1 held +Offers for everybody at the harbour\n/)
})

test('a job names its policy by the preset that says the same, or by what differs from one', async () => {
  const { ada, leeway } = await anOffice()
  const shown = async (policy: string | object) => {
    const { id } = await leeway.job({ policy })
    return /policy +(.*) \(sha256/.exec((await ada(['job', 'show', id], { columns: 140 })).out)?.[1]
  }
  expect(await shown('runs/guarded')).toBe('runs/guarded')
  expect(await shown({ preset: 'jobs/guided', budget_usd: 2 })).toBe('like jobs/guided but for budget_usd')
  const { id } = await leeway.job({ policy: 'runs/guarded' })
  expect(JSON.parse((await ada(['job', 'show', id, '--json'])).out)).toMatchObject({ policy_name: 'runs/guarded' })
})

test('a job that was left because the forge is away says so', async () => {
  const { ada, agent, root } = await anOffice()
  const forge = {
    kind: 'github',
    url: 'http://127.0.0.1:1',
    repository: 'house/tools',
    token: { $secret: 'FORGE_TOKEN' },
  }
  await writeFile(join(root, 'leeway.yaml'), JSON.stringify({ forge }))
  const leeway = await agent({ secrets: () => 'a-token' })
  const program = leeway.program({ name: 'work', version: '1' }, (job) =>
    job.phase({ number: 1, type: 'strategic' }, async () => undefined),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null, title: 'offers' })
  expect((await ada(['jobs'])).out.replaceAll(/\s+/g, ' ')).toMatch(/running waits: 127\.0\.0\.1:1 did not answer/)
  const shown = (await ada(['job', 'show', job])).out.replaceAll(/\s+/g, ' ')
  expect(shown).toMatch(/waits for .*did not answer.* It goes on when it is run again\./)
  expect(shown).toContain('leaves the program for now')
})

test('a job that ended without what was refused in it says so', async () => {
  const { ada, leeway, waiting } = await anOffice()
  const job = await leeway.job({ title: 'offers' })
  await codeOf(job.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  const [checkpoint] = await waiting(ada)
  await ada(['reject', checkpoint?.id ?? '', '--reason', 'not to Ann'])
  await job.finish()
  expect((await ada(['jobs', '--all'], { columns: 120 })).out).toMatch(/✓ completed[^]*✗ 1 refused/)
  const { out } = await ada(['job', 'show', job.id])
  expect(out).toMatch(/What was refused\s+✗ rejected by ada\s+send_mail {"to":"ann"}\s+not to Ann/)
})

test('what nobody answered in time is not counted as refused', async () => {
  const { ada, leeway } = await anOffice()
  const job = await leeway.job({ title: 'offers' })
  const options = { timeoutSeconds: 0.001, onTimeout: { do: 'deny' } } as const
  await codeOf(job.gate({ kind: 'checkpoint', type: 'deliverable' }, options))
  const { out } = await ada(['jobs'], { columns: 120 })
  expect(out).toContain('⌛ 1 expired')
  expect(out).not.toContain('refused')
  const shown = (await ada(['job', 'show', job.id])).out
  expect(shown).toMatch(/Nobody answered\n\s+⌛ expired/)
  expect(shown).not.toContain('What was refused')
})

test('a job that failed says why in one place, and a hold how it is answered', async () => {
  const { ada, leeway } = await anOffice()
  const program = leeway.program({ name: 'offers', version: '1' }, (job) =>
    job.step('print', async () => {
      throw new Error('The printer is on fire.')
    }),
  )
  const failed = await leeway.start(program, { key: 'a', input: null, title: 'offers' })
  const { out } = await ada(['job', 'show', failed.job])
  expect(out.match(/The printer is on fire/g)).toHaveLength(1)
  expect(out).toMatch(/why +The printer is on fire\.\n/)
  expect(out).toContain('step print failed\n')

  const job = await leeway.job()
  await codeOf(job.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  const shown = (await ada(['job', 'show', job.id])).out
  expect(shown).toMatch(/^ {2}leeway approve chk_\S+\n {2}leeway reject chk_\S+ --reason WHY$/m)
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

test('whoever calls off the standing job of an agent reads that it may come back, and what keeps it away', async () => {
  const { ada, leeway, waiting } = await anOffice()
  await codeOf(leeway.gate({ kind: 'checkpoint', type: 'deliverable' }))
  const job = (await waiting(ada))[0]?.job ?? ''
  const { out } = await ada(['cancel', job, '--reason', 'wrong people'])
  expect(out).toContain('mailer may be started again, as a new job that asks anew.')
  expect(out).toContain('leeway kill-switch on --agent mailer --reason WHY')
  const other = await leeway.job({ key: 'monday' })
  expect((await ada(['cancel', other.id, '--reason', 'x'])).out).not.toContain('kill-switch')
})

test('a stopped job goes on when a person says so', async () => {
  const { ada, leeway } = await anOffice()
  const job = await leeway.job({ policy: 'runs/guarded' })
  const errors = [{ text: 'the disk is full', severity: 'high' as const }]
  const gate = { kind: 'step', phase: 'build', status: 'failure', errors } as const
  expect(await job.gate({ ...gate, errors: [...errors] })).toMatchObject({ outcome: 'stopped' })
  expect((await ada(['jobs'])).out).toContain('✗ stopped')
  const shown = (await ada(['job', 'show', job.id])).out.replaceAll(/\s+/g, ' ')
  expect(shown).toMatch(new RegExp(`why [A-Z].*\\. Let it go on: leeway resume ${job.id} --reason WHY`))
  expect((await ada(['resume', job.id, '--reason', 'there is room again'])).code).toBe(0)
  expect((await ada(['jobs'])).out).toContain('▸ running')
  expect((await ada(['resume', job.id, '--reason', 'again'])).err).toContain(`leeway job show ${job.id}`)
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
  expect((await ada(['job', 'show', job.id])).out).toContain('ada threw the kill switch for agent mailer: wrong people')
  expect((await ada(['kill-switch', 'off', '--agent', 'mailer', '--reason', 'mended'])).out).toBe(
    'Nothing is halted.\n',
  )
  expect(await ask()).toMatchObject({ outcome: 'allowed' })
})

test('lists, one checkpoint and the doctor say what is halted, by whom, why and how it goes on', async () => {
  const { ada, leeway, waiting } = await anOffice()
  const look = async (...argv: string[]) => (await ada(argv, { columns: 120 })).out
  const data = async (...argv: string[]) => JSON.parse((await ada([...argv, '--json'])).out)
  await codeOf((await leeway.job()).gate({ kind: 'checkpoint', type: 'deliverable' }))
  const id = (await waiting(ada))[0]?.id ?? ''
  const lists = [['checkpoints'], ['jobs'], ['checkpoints', 'show', id]]
  for (const list of lists) expect(await look(...list)).not.toContain('halted')
  expect(await look('doctor')).toMatch(/✓ kill switch +Nothing is halted\./)

  await ada(['kill-switch', 'on', '--all', '--reason', 'a leak'])
  for (const list of [...lists, ['checkpoints', '--all']]) {
    const out = await look(...list)
    expect(out).toMatch(/^✗ Everything is halted by ada, \d+ s ago: a leak$/m)
    expect(out).toContain('An administrator lets it go on:  leeway kill-switch off --all --reason WHY')
  }
  expect(await look('doctor')).toMatch(
    /! kill switch +Everything is halted by ada, \d+ s ago: a leak\. An administrator/,
  )
  const halted = { all: { by: 'ada', reason: 'a leak' }, agents: {}, tenants: {} }
  expect(await data('checkpoints')).toMatchObject({ rows: [{ id }], next: null, halted })
  expect(await data('jobs')).toMatchObject({ rows: [{}], sessions: 1, halted })
  expect(await data('checkpoints', 'show', id)).toMatchObject({ checkpoint: { id }, halted: { of: 'all', by: 'ada' } })

  await ada(['kill-switch', 'off', '--all', '--reason', 'mended'])
  await ada(['kill-switch', 'on', '--agent', 'another', '--reason', 'x'])
  expect(await look('jobs')).toContain('✗ Agent another is halted by ada')
  expect(await look('checkpoints', 'show', id)).not.toContain('halted')
})

test('a kill switch for a name that nobody has seen is thrown, with a warning that names the nearest', async () => {
  const { ada, leeway } = await anOffice()
  await leeway.job()
  const on = (...what: string[]) => ada(['kill-switch', 'on', ...what, '--reason', 'x'], { columns: 120 })
  expect((await on('--agent', 'mailer')).err).toBe('')
  const slip = await on('--agent', 'mialer')
  expect(slip).toMatchObject({ code: 0, out: expect.stringContaining('agent mialer') })
  expect(slip.err).toMatch(/^warning: No agent "mialer" has worked here.*halted all the same.*Did you mean "mailer"\?/)
  expect((await on('--tenant', 'locl')).err).toContain('Did you mean "local"?')
  expect((await on('--tenant', 'elsewhere')).err).toContain('Known tenants: "local"')
  expect((await on('--all')).err).toBe('')

  const off = (...what: string[]) => ada(['kill-switch', 'off', ...what, '--reason', 'x'])
  expect((await off('--agent', 'mialr')).err).toContain(
    'Agent "mialr" was not halted, so nothing has changed. Did you mean "mialer"?',
  )
  expect((await off('--agent', 'mialer')).err).toBe('')
})

test('a job that no process has open says so, whatever its status sounds like and whoever else is there', async () => {
  const { ada, leeway, agent } = await anOffice()
  await (await leeway.job({ title: 'done' })).finish()
  await leeway.gate({ kind: 'checkpoint', type: 'note' })
  expect((await ada(['jobs'])).out).not.toContain('no process')
  await leeway.close()
  for (const columns of [80, 120]) {
    expect((await ada(['jobs'], { columns })).out).toMatch(/▸ running.*no process.*goes on when its agent.*finish/s)
  }
  const other = await agent({ agent: 'other' })
  const lost = await other.job()
  const { out } = await ada(['jobs'])
  expect(out.match(/▸ running/g)).toHaveLength(2)
  expect(out.match(/^ +no process$/gm)).toHaveLength(1)
  await other.close()
  const show = async (id: string) => (await ada(['job', 'show', id])).out.replaceAll(/\s+/g, ' ')
  const [standing] = JSON.parse((await ada(['jobs', '--json'])).out).rows
  expect(standing.presence).toEqual({ is: 'away', heard_at: null })
  expect(await show(standing.id)).toContain('process No process has it open, so nothing of it runs.')
  expect(await show(lost.id)).toContain(`no agent finds it again. Call it off: leeway cancel ${lost.id} --reason WHY`)
  expect(JSON.parse((await ada(['jobs', '--json'])).out)).toMatchObject({
    sessions: 0,
    rows: [{ status: 'running' }, {}],
  })
  expect((await ada(['jobs', '--all'])).out).toContain('✓ completed')
})

test('a list goes on where its page ended', async () => {
  const { ada, leeway } = await anOffice()
  for (const title of ['one', 'two', 'three']) {
    await leeway.job({ title })
    // What begins in the same millisecond has no order in time.
    await setTimeout(2)
  }
  const first = await ada(['jobs', '--limit', '2'])
  const after = /--after (\S+)/.exec(first.out)?.[1] ?? ''
  expect(first.out).toMatch(/one.*two/s)
  const second = await ada(['jobs', '--limit', '2', '--after', after])
  expect(second.out).toContain('three')
  expect(second.out).not.toContain('two')
  expect((await ada(['jobs', '--limit', '0'])).code).toBe(2)
  expect((await ada(['jobs', '--after', 'x'])).code).toBe(2)
})
