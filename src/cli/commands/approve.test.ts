import { expect, test } from 'vitest'
import * as z from 'zod'
import { aDeskFolder, codeOf, type DeskFolder } from '../../testing/desk-folder.ts'

const ENTER = '\r'

/** An agent that asks to send mails, and Ada who has joined. */
async function anOffice(): Promise<
  DeskFolder & { ask(to: string): Promise<unknown>; ada: ReturnType<DeskFolder['person']> }
> {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const leeway = await folder.agent()
  const send = leeway.guard('send_mail', ({ to }: { to: string }) => `sent to ${to}`)
  return { ...folder, ada, ask: (to) => codeOf(send({ to }, { key: to })) }
}

test('without a terminal everything is shown, nothing is answered, and an approval has to name what was looked at', async () => {
  const { ada, ask, waiting } = await anOffice()
  expect(await ask('ann')).toBe('held')
  const [checkpoint] = await waiting(ada)
  const { id = '', content_hash = '' } = checkpoint ?? {}
  const unseen = await ada(['approve', id])
  expect(unseen.code).toBe(2)
  expect(unseen.out).toMatch(/What is asked[^]*"to": "ann"/)
  expect(unseen.out).toContain(content_hash)
  expect(unseen.err).toMatch(/^Nothing was answered: there is no terminal/)
  expect(unseen.err).toContain(`say the same again with  --hash ${content_hash}\n`)
  expect(JSON.parse((await ada(['approve', id, '--json'])).out)).toMatchObject({ checkpoint: { id, content_hash } })
  expect(await ask('ann')).toBe('held')
  await ask('ben')
  const [, ben] = await waiting(ada)
  const both = await ada(['approve', id, ben?.id ?? ''])
  expect(both.out).toMatch(/"to": "ann"[^]*"to": "ben"/)
  expect(both.err).toContain(`--hash ${content_hash} --hash ${ben?.content_hash}`)
  expect(await waiting(ada)).toHaveLength(2)

  const stale = await ada(['approve', id, '--hash', '0'.repeat(64)])
  expect(stale.code).toBe(1)
  expect(stale.err).toContain(`Look at it again.\nSee it as it is now: leeway checkpoints show ${id}\n`)
  expect((await ada(['approve', id, '--hash', content_hash.slice(0, 20)])).code).toBe(2)

  const approved = await ada(['approve', id, '--hash', content_hash])
  expect(approved).toMatchObject({
    code: 0,
    out: `✓ approved  ${id}  Its agent is there, and takes it up when it asks again.\n`,
  })
  expect(await ask('ann')).toBe('sent to ann')

  const late = await ada(['reject', id, '--reason', 'no'])
  expect(late.code).toBe(1)
  expect(late.err).toMatch(
    /^leeway reject: You answered it yourself \d+ seconds? ago: checkpoint \S+ is approved since \d{4}-/,
  )
  expect(late.err).toContain(`See what was decided: leeway checkpoints show ${id}\n`)
})

test('who answers reads whether a process goes on with it, or the agent has to run again', async () => {
  const { ada, ask, waiting, agent } = await anOffice()
  const answer = async (...call: string[]) => {
    const [checkpoint] = await waiting(ada)
    const { id = '', content_hash = '' } = checkpoint ?? {}
    const shown = await ada(['checkpoints', 'show', id])
    const { out } = await ada([call[0] ?? '', id, '--hash', content_hash, ...call.slice(1)], { columns: 80 })
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ')
    return { before: flat(shown.out), after: flat(out.slice(out.indexOf(id) + id.length)).trim(), out }
  }
  const leeway = await agent({ onHold: 'wait' })
  const waits = leeway.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: 'ann' })
  await expect.poll(() => waiting(ada)).toHaveLength(1)
  const at = await answer('approve')
  expect(at.before).toContain('process Its agent waits for the answer, and goes on at once.')
  expect(at.after).toBe('The agent goes on.')
  await waits

  await ask('ben')
  expect((await answer('approve')).after).toBe('Its agent is there, and takes it up when it asks again.')

  const brief = await agent()
  const job = await brief.job({ key: 'of its own' })
  await codeOf(job.guard('send_mail', () => 'sent')({ to: 'cleo' }, { key: 'cleo' }))
  await brief.close()
  const alone = await answer('approve')
  expect(alone.before).toContain(
    'process No process waits for the answer. It is kept, and taken up when the agent runs',
  )
  expect(alone.after).toBe(
    'No process waits for it. Your approval is kept, and taken up when the agent runs again and asks the same.',
  )
  expect(alone.out.split('\n').every((line) => line.length <= 80)).toBe(true)
})

test('what is approved while the kill switch is on says that nothing runs, by whom, why, and how it goes on', async () => {
  const { ada, ask, waiting } = await anOffice()
  for (const to of ['ann', 'ben', 'cleo']) await ask(to)
  await ada(['kill-switch', 'on', '--agent', 'mailer', '--reason', 'wrong people'])
  const [one, two, three] = await waiting(ada)
  const call = (...checkpoints: (typeof one)[]) => [
    ...checkpoints.map((checkpoint) => checkpoint?.id ?? ''),
    ...checkpoints.flatMap((checkpoint) => ['--hash', checkpoint?.content_hash ?? '']),
  ]
  const approved = await ada(['approve', ...call(one)])
  expect(approved.out).not.toContain('goes on.')
  expect(approved.out.split('\n')).toEqual([
    `✓ approved  ${one?.id}`,
    '  It is approved, and nothing runs until the kill switch is off.',
    expect.stringMatching(/^✗ Agent mailer is halted by ada, \d+ s ago: wrong people$/),
    '  An administrator lets it go on:  leeway kill-switch off --agent mailer --reason WHY',
    '',
  ])
  expect(await ask('ann')).toBe('halted')
  const many = await ada(['approve', ...call(two, three)])
  expect(many.out.match(/nothing runs until/g)).toHaveLength(2)
  expect(many.out.match(/is halted by/g)).toHaveLength(1)

  await ada(['kill-switch', 'off', '--agent', 'mailer', '--reason', 'mended'])
  expect(await ask('ann')).toBe('sent to ann')
})

test('in a terminal the content is shown and a person is asked', async () => {
  const { ada, ask, waiting } = await anOffice()
  await ask('ann')
  const [checkpoint] = await waiting(ada)
  const id = checkpoint?.id ?? ''
  const no = await ada(['approve', id], { columns: 80, keys: [ENTER] })
  expect(no).toMatchObject({ code: 1, err: '' })
  expect(no.out).toContain('"to": "ann"')
  expect(no.out).toContain(checkpoint?.content_hash)
  expect(no.out).toContain('[y/N] no')
  expect(await waiting(ada)).toHaveLength(1)
  expect((await ada(['approve', id], { columns: 80, keys: ['y'] })).out).toContain('✓ approved')
})

test('an id may be shortened while it is clear which one is meant', async () => {
  const { ada, ask, waiting } = await anOffice()
  await ask('ann')
  await ask('ben')
  const [one] = await waiting(ada)
  const id = one?.id ?? ''
  for (const short of [id.slice(0, -2), id.slice('chk_'.length, -2), id.slice(-8).replace(/^-+/, '')]) {
    expect((await ada(['checkpoints', 'show', short])).out).toContain(id)
  }
  const both = await ada(['reject', 'chk_', '--reason', 'no'])
  expect(both.code).toBe(2)
  expect(both.err).toContain('Write more of it')
  expect((await ada(['checkpoints', 'show', 'chk_nothing'])).err).toContain('There is no checkpoint chk_nothing')
  expect((await ada(['checkpoints', 'show', 'zz'])).err).toContain('at least 4 characters are needed')
})

test('an answer that a question does not take is refused before anybody is asked, and the way on is named', async () => {
  const { ada, agent, waiting } = await anOffice()
  const job = await (await agent()).job()
  const question = { key: 'city', answers: ['respond', 'reject'], response: z.object({ city: z.string() }) } as const
  await codeOf(job.gate({ kind: 'intent', confidence: 0.1 }, question))
  const [checkpoint] = await waiting(ada)
  const id = checkpoint?.id ?? ''
  expect((await ada(['checkpoints'])).out).toMatch(/leeway respond \S+ --value JSON\nleeway reject/)
  expect((await ada(['checkpoints'])).out).not.toContain('leeway approve')

  const refused = await ada(['approve', id], { columns: 80, keys: ['y'] })
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain('takes respond, reject, not approve')
  expect(refused.err).toContain(`leeway respond ${id} --value JSON`)

  const sent = await ada(['respond', id, '--value', '{"city":"Lisbon"}'], { columns: 80, keys: ['y'] })
  expect(sent.out).toMatch(/"city": "Lisbon"[^]*Send this response in place of the action\? \[y\/N\] yes/)
  expect(sent.out).toContain('✓ answered')
})

test('several answers at once leave no grant, and one that fails does not stand in the way', async () => {
  const { ada, ask, waiting } = await anOffice()
  await ask('ann')
  await ask('ben')
  const [one, two] = await waiting(ada)
  const ids = [one?.id ?? '', two?.id ?? '']
  const hashes = ['--hash', '0'.repeat(64), '--hash', two?.content_hash ?? '']
  expect((await ada(['approve', ...ids, '--grant-count', '2'])).code).toBe(2)
  const { out, err, code } = await ada(['approve', ...ids, ...hashes, '--json'])
  expect(code).toBe(1)
  expect(err).toContain(one?.id)
  expect(JSON.parse(out)).toMatchObject([{ error: { code: 'stale_content' } }, { status: 'approved', grant: null }])
  expect(await ask('ben')).toBe('sent to ben')
})

test('a grant lets the same call pass, is listed, and can be taken back', async () => {
  const { ada, agent, waiting } = await anOffice()
  const leeway = await agent()
  const send = leeway.guard('send_mail', ({ to }: { to: string }) => `sent to ${to}`)
  await codeOf(send({ to: 'ann' }, { key: '1' }))
  const [checkpoint] = await waiting(ada)
  const hash = ['--hash', checkpoint?.content_hash ?? '']
  expect((await ada(['approve', checkpoint?.id ?? '', ...hash, '--grant-until', 'soon'])).code).toBe(2)
  const given = await ada(['approve', checkpoint?.id ?? '', ...hash, '--grant-count', '3', '--grant-until', '2h'])
  expect(given.out).toContain('It leaves the grant grt_')
  expect(await send({ to: 'ann' }, { key: '2' })).toBe('sent to ann')
  expect((await ada(['grants'], { columns: 140 })).out).toMatch(
    /ada.*mailer.*send_mail {"to":"ann"}.*1\s+2 of 3 times/s,
  )
  const [grant] = JSON.parse((await ada(['grants', '--json'])).out).rows
  expect((await ada(['grants', 'revoke', grant.id.slice(-8).replace(/^-+/, '')])).code).toBe(0)
  expect(await codeOf(send({ to: 'ann' }, { key: '3' }))).toBe('held')
})

test('an edit waits for somebody else, and a person who works alone goes on at once', async () => {
  const { ada, ask, waiting, person } = await anOffice()
  await ask('ann')
  const edit = async (to: string) => {
    const [checkpoint] = await waiting(ada)
    const hash = checkpoint?.content_hash ?? ''
    return ada(['edit', checkpoint?.id ?? '', '--args', JSON.stringify({ to }), '--hash', hash])
  }
  const alone = await edit('ben')
  const id = (await waiting(ada))[0]?.id ?? ''
  expect(alone.out).toMatch(
    /Revision 2 is as you wrote it\.\n {2}Somebody else has to approve it, and nobody else may\./,
  )
  expect(alone.out).toMatch(new RegExp(`leeway login --solo,\\s+then leeway\\s+approve\\s+${id}`))
  expect((await ada(['checkpoints', 'show', id])).out).toMatch(/who can\s+nobody at this moment/)
  expect((await ada(['approve', id], { columns: 80, keys: ['y'] })).err).toContain('somebody else has to approve it')

  for (const name of ['ben', 'cleo']) await ada(['people', 'add', name])
  await ada(['people', 'add', 'vic', '--role', 'viewer'])
  expect((await edit('dan')).out).toContain('It waits for somebody else: ben or cleo may approve it.')
  expect((await ada(['checkpoints', 'show', id], { columns: 100 })).out).toMatch(/who can\s+ben, cleo\n/)
  expect((await person('ben')(['checkpoints'])).code).toBe(1)

  await ada(['login', '--solo', '--yes'])
  expect((await edit('cleo')).out).toContain('✓ approved')
  expect(await ask('ann')).toBe('sent to cleo')
})

test('who is the first of two to approve reads whose approval is missing', async () => {
  const { ada, agent, waiting } = await anOffice()
  for (const name of ['ben', 'cleo']) await ada(['people', 'add', name])
  const leeway = await agent()
  await codeOf(leeway.guard('send_mail', () => 'sent')({ to: 'all' }, { key: 'all', quorum: 2 }))
  const [checkpoint] = await waiting(ada)
  const { out } = await ada(['approve', checkpoint?.id ?? '', '--hash', checkpoint?.content_hash ?? ''])
  expect(out).toMatch(
    /Your approval counts; one more is missing\.\n {2}It waits for somebody else: ben or cleo may approve/,
  )
})

test('a question takes an answer of the form that it names', async () => {
  const { ada, agent, waiting } = await anOffice()
  const job = await (await agent()).job()
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  const terms = { answers: ['respond'], response: z.object({ city: z.string() }), key: 'q' } as const
  await codeOf(job.gate(gate, terms))
  const [checkpoint] = await waiting(ada)
  const call = ['respond', checkpoint?.id ?? '', '--hash', checkpoint?.content_hash ?? '', '--value']
  const unfit = await ada([...call, '{"city": 1}'])
  expect(unfit.code).toBe(1)
  expect(unfit.err.split('\n')).toEqual([
    expect.stringMatching(/^\/city: /),
    `The answer has to be { city: text }, such as: leeway respond ${checkpoint?.id} --value '{"city":"…"}'`,
    '',
  ])
  expect((await ada(['checkpoints', 'show', checkpoint?.id ?? ''])).out).toMatch(/respond +with { city: text }/)
  expect((await ada([...call, '{city}'])).code).toBe(2)
  expect((await ada([...call, '{"city": "Hamburg"}'])).out).toContain(
    'Its agent is there, and takes it up when it asks again.',
  )
  expect(await job.gate(gate, terms)).toMatchObject({ outcome: 'answered', value: { city: 'Hamburg' } })
})

test('what can not be undone needs the passphrase, typed at a terminal', async () => {
  const { ada, agent, waiting } = await anOffice()
  const leeway = await agent()
  await codeOf(leeway.guard('drop', () => 'gone')({}, { key: 'drop', irreversible: true }))
  const [checkpoint] = await waiting(ada)
  const id = checkpoint?.id ?? ''
  const blind = await ada(['approve', id, '--hash', checkpoint?.content_hash ?? ''])
  expect(blind.code).toBe(1)
  expect(blind.err).toContain('leeway login --passphrase')
  const unset = await ada(['approve', id], { columns: 80, keys: ['y', 'anything', ENTER] })
  expect(unset.err).toContain('leeway login --passphrase')
  expect(unset.out).not.toContain('Your passphrase:')
  const keys = ['correct horse', ENTER]
  await ada(['login', '--passphrase'], { columns: 80, keys: [...keys, ...keys] })
  const wrong = await ada(['approve', id], { columns: 80, keys: ['y', 'wrong', ENTER] })
  expect(wrong.err).toContain('The passphrase is not yours')
  const right = await ada(['approve', id], { columns: 80, keys: ['y', ...keys] })
  expect(right.out).toContain('✓ approved')
  expect(right.out).not.toContain('horse')
})

test('work that is sent back comes again with an answer to the remark', async () => {
  const { ada, agent, waiting } = await anOffice()
  const job = await (await agent()).job()
  const gate = { kind: 'checkpoint', type: 'deliverable' } as const
  await codeOf(job.gate(gate, { answers: ['approve', 'request_changes', 'comment'], key: 'w' }))
  const id = (await waiting(ada))[0]?.id ?? ''
  expect((await ada(['request-changes', id])).code).toBe(2)
  expect((await ada(['comment', id, '--reason', 'looking into it'])).out).toContain('Your remark is with the agent')
  expect((await ada(['request-changes', id, '--reason', 'name the sources'])).code).toBe(0)
  expect((await ada(['approve', id], { columns: 80, keys: ['y'] })).err).toContain('The work is with the agent')
  expect((await ada(['checkpoints', 'show', id])).out).toMatch(/wants changes on revision 1.*name the sources/s)
})

test('more than a person can have looked at are not answered at once', async () => {
  const { ada, ask, waiting } = await anOffice()
  await ask('ann')
  const [checkpoint] = await waiting(ada)
  const ids = Array.from({ length: 51 }, () => checkpoint?.id ?? '')
  const many = await ada(['approve', ...ids, ...ids.flatMap(() => ['--hash', checkpoint?.content_hash ?? ''])])
  expect(many).toMatchObject({ code: 2, err: expect.stringContaining('At most 50') })
  expect(await waiting(ada)).toHaveLength(1)
})
