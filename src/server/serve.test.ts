import { expect, test } from 'vitest'
import type * as z from 'zod'
import { OPERATIONS } from '../api/operations.ts'
import { A_SECRET } from '../testing/builders.ts'
import { codeOf } from '../testing/desk-folder.ts'
import { aServedHouse, SESSION } from '../testing/served-house.ts'

const SEND = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const

test('an agent is held, a person approves what they saw, and the agent runs it once', async () => {
  const house = await aServedHouse()
  const agent = house.as('agent')
  const { id, content_hash } = await house.hold()
  expect((await house.as('viewer').call('list_checkpoints', {})).rows.map((row) => row.id)).toEqual([id])

  const review = { answer: 'approve' } as const
  const answered = await house.as('reviewer').call('answer_checkpoint', { checkpoint: id, content_hash, review })
  expect(answered).toMatchObject({ status: 'approved', missing: 0 })

  const claim = { checkpoint: id, content_hash, session: SESSION, recorded: true }
  const { attempt, content } = await agent.call('claim_approval', claim)
  expect(content.args).toEqual({ to: 'bob' })
  expect(await codeOf(agent.call('claim_approval', claim))).toBe('already_spent')
  const mine = { attempt: attempt?.id ?? '', session: SESSION }
  await agent.call('record_attempt', { ...mine, status: 'succeeded', outcome: { ok: 1 } })
  expect((await house.log('attempt_ended')).map(({ data }) => data.status)).toEqual(['succeeded'])
})

test('of racing answers one wins, and the others learn who was first and when', async () => {
  const house = await aServedHouse()
  const { id, content_hash } = await house.hold()
  const answers = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) =>
      house.as(index % 2 === 0 ? 'admin' : 'reviewer').call('answer_checkpoint', {
        checkpoint: id,
        content_hash,
        review: index % 3 === 0 ? { answer: 'reject', reason: 'No.' } : { answer: 'approve' },
      }),
    ),
  )
  const lost = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason)
  expect(lost).toHaveLength(11)
  for (const error of lost)
    expect(error).toMatchObject({ code: 'already_resolved', details: { by: expect.any(String) } })
  expect(await house.log('checkpoint_resolved')).toHaveLength(1)
})

test('an answer is bound to what was on the screen, in the body or in If-Match', async () => {
  const house = await aServedHouse()
  const checkpoint = await house.hold()
  const path = `/v1/checkpoints/${checkpoint.id}/reviews`
  const send = (ifMatch: string, body: object) =>
    house.raw(path, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${house.tokens.reviewer}`,
        'Content-Type': 'application/json',
        'If-Match': ifMatch,
      },
      body: JSON.stringify(body),
    })
  const review = { answer: 'approve' }
  expect((await send('"sha256:other"', { review })).status).toBe(409)
  expect(await (await send('', { review })).json()).toMatchObject({ code: 'invalid_input', status: 422 })
  const { content_hash } = checkpoint
  // What the header says is not left aside for what the body says.
  for (const other of ['"sha256:other"', content_hash, `W/"${content_hash}"`, `"${content_hash}", "sha256:other"`]) {
    expect((await send(other, { review, content_hash })).status).toBe(422)
  }
  expect((await send(`"${content_hash}"`, { review })).status).toBe(200)
})

test('the same idempotency key gives the first answer again, and refuses another request', async () => {
  const house = await aServedHouse()
  const service = house.as('service')
  const start = (title: string) => service.call('start_job', { agent: 'scout', title }, { key: 'once' })
  const first = await start('a')
  expect(await start('a')).toEqual(first)
  expect(await codeOf(start('b'))).toBe('key_reused')
  const other = await house.as('agent').call('start_job', { agent: 'scout', title: 'b' }, { key: 'once' })
  expect(other.id).not.toBe(first.id)
  expect(await house.log('job_started')).toHaveLength(2)
})

test('a secret is shown once: the same key again does not make or show another', async () => {
  const house = await aServedHouse()
  const issue = () => house.as('admin').call('issue_token', { kind: 'agent', name: 'x' }, { key: 'k' })
  await issue()
  expect(await codeOf(issue())).toBe('key_spent')
  expect((await house.as('admin').call('list_tokens', {})).rows).toHaveLength(3)
  const log = JSON.stringify(await house.as('admin').call('list_events', { limit: 1000 }))
  for (const secret of Object.values(house.tokens)) expect(log).not.toContain(secret)
})

test('a list is paged by its own place, and filtered', async () => {
  const house = await aServedHouse()
  const made: string[] = []
  for (let count = 0; count < 7; count += 1) made.push((await house.hold()).id)
  const reader = house.as('viewer')
  const seen: string[] = []
  for (let after: string | null | undefined; after !== null; ) {
    const page = await reader.call('list_checkpoints', { limit: 3, ...(after !== undefined && { after }) })
    seen.push(...page.rows.map(({ id }) => id))
    after = page.next
  }
  expect(seen).toEqual(made)
  expect((await reader.call('list_checkpoints', { newest_first: true, limit: 1 })).rows[0]?.id).toBe(made[6])
  expect((await reader.call('list_checkpoints', { agent: 'nobody' })).rows).toEqual([])
  expect((await reader.call('list_checkpoints', { status: ['approved', 'rejected'] })).rows).toEqual([])
  expect((await reader.call('list_checkpoints', { kind: 'tool' })).rows).toHaveLength(7)
  expect(await codeOf(reader.call('list_checkpoints', { after: 'nonsense' }))).toBe('invalid_input')
})

test('jobs that run by themselves are listed only when they are asked for', async () => {
  const house = await aServedHouse()
  const running = await house.startJob()
  const waiting = (await house.hold()).job
  const modes = async (include_mid_process: boolean) =>
    (await house.as('viewer').call('list_jobs', { include_mid_process })).rows.map((row) => [row.id, row.display_mode])
  expect(await modes(false)).toEqual([[waiting, 'actionable']])
  expect(await modes(true)).toEqual([
    [running, 'mid_process'],
    [waiting, 'actionable'],
  ])
})

test('what has been seen is not sent again, and waiting ends with news', async () => {
  const house = await aServedHouse()
  const agent = house.as('agent')
  const checkpoint = await house.hold()
  const { etag = '' } = await agent.get('read_checkpoint', { checkpoint: checkpoint.id })
  expect((await agent.get('read_checkpoint', { checkpoint: checkpoint.id }, { etag })).value).toBeUndefined()

  const waiting = agent.get('read_checkpoint', { checkpoint: checkpoint.id, wait: 20 }, { etag })
  await house.answer(checkpoint.id, { answer: 'reject', reason: 'Not today.' })
  expect((await waiting).value?.checkpoint.resolution).toMatchObject({ reason: 'Not today.' })
})

test('waiting that is in vain ends by itself', async () => {
  const house = await aServedHouse()
  const checkpoint = await house.hold()
  const agent = house.as('agent')
  const { etag = '' } = await agent.get('read_checkpoint', { checkpoint: checkpoint.id })
  expect((await agent.get('read_checkpoint', { checkpoint: checkpoint.id, wait: 1 }, { etag })).value).toBeUndefined()
  const { last } = await house.as('viewer').call('list_events', { limit: 1000 })
  expect((await house.as('viewer').call('list_events', { after: last, wait: 1 })).rows).toEqual([])
})

test('nobody learns of the work of another agent or job', async () => {
  const house = await aServedHouse()
  const mine = await house.hold()
  const admin = house.as('admin')
  const other = house.as({ token: (await admin.call('issue_token', { kind: 'agent', name: 'other' })).secret })
  const bound = house.as({
    token: (await admin.call('issue_token', { kind: 'agent', name: 'scout', job: (await house.hold()).job })).secret,
  })
  for (const stranger of [other, bound]) {
    expect(await codeOf(stranger.call('read_job', { job: mine.job }))).toBe('not_found')
    expect(await codeOf(stranger.call('read_checkpoint', { checkpoint: mine.id }))).toBe('not_found')
    const withdrawal = { checkpoint: mine.id, reason: 'Mine now.' }
    expect(await codeOf(stranger.call('withdraw_checkpoint', withdrawal))).toBe('not_found')
    expect(await codeOf(stranger.call('stream_events', { job: mine.job }))).toBe('not_found')
  }
  expect(await codeOf(bound.call('start_job', { agent: 'scout' }))).toBe('not_authorised')
  expect(await codeOf(other.call('start_job', { agent: 'scout' }))).toBe('not_authorised')
  expect(await codeOf(other.call('start_job', { agent: 'other', started_by: 'ada' }))).toBe('not_authorised')
})

test('an agent gets no freer policy than the project gives it, and may only tighten', async () => {
  const house = await aServedHouse()
  const agent = house.as('agent')
  const { id: job } = await agent.call('start_job', { agent: 'scout', policy: 'jobs/full' })
  const asked = await agent.call('ask', { job, gate: SEND, session: SESSION })
  expect(asked.status).toBe('held')
  expect(await codeOf(agent.call('change_policy', { job, policy: 'jobs/full' }))).toBe('may_only_tighten')
})

test('an action that nobody recorded is in doubt once its process ends, and a person settles it', async () => {
  const house = await aServedHouse()
  const agent = house.as('agent')
  const job = await house.startJob()
  const gate = { kind: 'tool', tool: 'look', args: {} } as const
  const asked = await agent.call('ask', { job, gate, key: 'k', session: SESSION, recorded: true })
  expect(asked.status).toBe('allowed')
  await agent.call('end_session', { session: SESSION })
  expect((await agent.call('read_job', { job })).job.status).toBe('in_doubt')
  const [doubt] = (await house.as('viewer').call('list_doubts', {})).rows
  await house.as('reviewer').call('settle_attempt', { attempt: doubt!.id, status: 'failed', reason: 'I looked.' })
  expect((await agent.call('read_job', { job })).job.status).toBe('running')
})

test('invariant 6: an answer with a code that was lost on its way is given again under the same key, though the code is used up', async () => {
  const house = await aServedHouse()
  const rob = house.as('reviewer')
  const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
  await rob.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  const given = {
    checkpoint,
    content_hash,
    review: { answer: 'approve' },
    code: house.shown.at(-1)?.code ?? '',
  } as const
  const first = await rob.call('answer_checkpoint', given, { key: 'answer-1' })
  expect(await rob.call('answer_checkpoint', given, { key: 'answer-1' })).toEqual(first)
  expect(await codeOf(rob.call('answer_checkpoint', given, { key: 'answer-2' }))).toBe('already_resolved')
  expect(await house.log('checkpoint_resolved')).toHaveLength(1)
})

test('an action that cannot be undone needs the code of the server’s terminal, for this content, once', async () => {
  const house = await aServedHouse()
  const { id: checkpoint, content_hash } = await house.hold({ terms: { irreversible: true } })
  const rob = house.as('reviewer')
  const answer = (code?: string) =>
    codeOf(
      rob.call('answer_checkpoint', { checkpoint, content_hash, review: { answer: 'approve' }, ...(code && { code }) }),
    )
  expect(await answer()).toBe('step_up_needed')
  await rob.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  await house.as('admin').call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } })
  const [forRob, forAda] = house.shown
  expect(forRob).toMatchObject({ person: 'rob', for: { do: 'answer', checkpoint, content_hash } })
  expect(await answer(forAda?.code)).toBe('step_up_needed')
  expect(await answer(forRob?.code.toLowerCase())).toMatchObject({ status: 'approved' })
  expect(await codeOf(rob.call('start_step_up', { for: { do: 'answer', checkpoint, content_hash } }))).toBe(
    'already_resolved',
  )
})

test('what silence does is refused over HTTP where nothing says how long people have', async () => {
  const house = await aServedHouse()
  const asked = house.hold({ terms: { on_timeout: { do: 'deny' } } })
  await expect(asked).rejects.toMatchObject({ code: 'invalid_input', message: /so "deny" never happens/ })
})

test('what nobody answered in time is expired and not rejected, for the person and for the agent', async () => {
  const house = await aServedHouse()
  const { id: checkpoint, content_hash } = await house.hold({
    terms: { timeout_seconds: 0.05, on_timeout: { do: 'deny' } },
  })
  await house.startJob()
  await expect
    .poll(async () => (await house.as('agent').call('read_checkpoint', { checkpoint })).checkpoint.status, {
      timeout: 10_000,
    })
    .toBe('expired')
  const answer = { checkpoint, content_hash, review: { answer: 'approve' } } as const
  await expect(house.as('reviewer').call('answer_checkpoint', answer)).rejects.toMatchObject({ code: 'expired' })
  expect(await codeOf(house.as('agent').call('claim_approval', { checkpoint, content_hash, session: SESSION }))).toBe(
    'not_approved',
  )
})

test('a failure that is told again for another reason is refused with how it ended', async () => {
  const house = await aServedHouse()
  const job = await house.startJob()
  const fail = (reason?: string) =>
    house.as('agent').call('end_job', { job, status: 'failed', ...(reason !== undefined && { reason }) })
  await fail('No paper.')
  await fail('No paper.')
  for (const other of ['No ink.', undefined]) {
    await expect(fail(other)).rejects.toMatchObject({
      code: 'job_ended',
      message: expect.stringContaining('No paper.'),
    })
  }
})

test('a secret that is recognised is refused, wherever it stands, and nowhere repeated or kept', async () => {
  const house = await aServedHouse()
  const job = await house.startJob()
  const checkpoint = await house.hold()
  const { id, content_hash } = checkpoint
  const agent = house.as('agent')
  const tries = [
    agent.call('ask', { job, gate: { kind: 'tool', tool: 'send', args: { key: A_SECRET } }, session: SESSION }),
    agent.call('ask', { job, gate: SEND, title: A_SECRET, session: SESSION }),
    agent.call('start_job', { agent: 'scout', input: { key: A_SECRET } }),
    agent.call('end_job', { job, status: 'completed', outcome: A_SECRET }),
    house
      .as('reviewer')
      .call('answer_checkpoint', { checkpoint: id, content_hash, review: { answer: 'reject', reason: A_SECRET } }),
    house.as('reviewer').call('cancel_job', { job, reason: A_SECRET }),
    house.as('reviewer').call('set_kill_switch', { halt: { of: 'all' }, on: true, reason: A_SECRET }),
    agent.call('ask', { job, gate: SEND, id: A_SECRET, session: SESSION }),
    agent.call('ask', { job, gate: SEND, session: A_SECRET }),
    agent.call('keep_session', { session: A_SECRET }),
    house.as('service').call('start_job', { agent: A_SECRET }),
    house.as('service').call('start_job', { agent: 'scout', started_by: A_SECRET }),
    house.as('admin').call('add_person', { person: A_SECRET, role: 'viewer' }),
    house.as('admin').call('issue_token', { kind: 'agent', name: A_SECRET }),
    agent.call('start_job', { agent: 'scout' }, { key: A_SECRET }),
  ]
  for (const error of await Promise.all(tries.map((refused) => refused.catch((one: unknown) => one)))) {
    expect(error).toMatchObject({ code: 'literal_secret' })
    expect(JSON.stringify(error) + String(error)).not.toContain(A_SECRET)
  }
  expect(JSON.stringify(await house.desk.events({ limit: 1000 }))).not.toContain(A_SECRET)
})

test('a second server of the same folder is refused and told where the first one is', async () => {
  const house = await aServedHouse()
  const told = { code: 'already_serving', details: { url: house.url, next: 'Sign in to it: leeway open' } }
  await expect(house.serveAgain()).rejects.toMatchObject(told)
  const port = Number(new URL(house.url).port)
  await expect(house.serveAgain({ address: { host: '127.0.0.1', port } })).rejects.toMatchObject(told)
  expect((await house.raw('/v1/health')).status).toBe(200)
})

test('a port that is taken is refused where somebody named it, and done without where nobody did', async () => {
  const port = Number(new URL((await aServedHouse()).url).port)
  const taken = { host: '127.0.0.1', port }
  await expect(aServedHouse({ address: taken })).rejects.toMatchObject({
    code: 'already_serving',
    message: `Nobody can listen at 127.0.0.1:${port}: another program does.`,
  })
  const other = await aServedHouse({ address: { ...taken, orAny: true } })
  expect(Number(new URL(other.url).port)).not.toBe(port)
  expect((await other.raw('/v1/health')).status).toBe(200)
})

test('at an address that this machine has not got, another address is what helps', async () => {
  // An address that is kept for examples, which no machine has.
  const address = { host: '192.0.2.1', port: 0, proxy: 'https://leeway.example' }
  await expect(aServedHouse({ address })).rejects.toMatchObject({
    code: 'already_serving',
    details: { next: expect.stringMatching(/^Choose an address of this machine/) },
  })
})

test('what comes back is what the operation declares', async () => {
  const house = await aServedHouse()
  const { id: checkpoint, job } = await house.hold()
  const reads = {
    list_jobs: { include_mid_process: true },
    read_job: { job },
    list_checkpoints: {},
    read_checkpoint: { checkpoint },
    list_doubts: {},
    list_grants: {},
    list_presets: {},
    list_agents: {},
    read_me: {},
    list_people: {},
    read_settings: {},
    list_tokens: {},
    list_passkeys: {},
    list_events: {},
    read_kill_switch: {},
    list_webhooks: {},
    read_health: {},
  } as const
  const admin = house.as('admin')
  for (const name of Object.keys(reads) as (keyof typeof reads)[]) {
    const answer = await admin.call(name, reads[name] as never)
    const parsed = (OPERATIONS[name].output as z.ZodType).safeParse(answer)
    expect([name, parsed.error?.issues ?? []]).toEqual([name, []])
  }
})

test('one look at a job with much around it is cut off, and says so', async () => {
  const house = await aServedHouse()
  const service = house.as('service')
  const parent = await house.startJob()
  const input = { text: 'x'.repeat(300_000) }
  for (let count = 0; count < 6; count += 1) {
    await service.call('start_job', { agent: 'scout', parent, input })
    await service.call('ask', {
      job: parent,
      gate: { ...SEND, args: { to: `bob ${count}`, ...input } },
      session: SESSION,
    })
  }
  for (const who of ['agent', 'viewer'] as const) {
    const view = await house.as(who).call('read_job', { job: parent })
    expect(view.more).toBe(true)
    expect(JSON.stringify(view).length).toBeLessThan(2 * 1024 * 1024)
    expect([view.holds.length, view.descendants.length]).toEqual([1, 1])
  }
  expect(await house.as('viewer').call('read_job', { job: await house.startJob() })).toMatchObject({ more: false })
})
