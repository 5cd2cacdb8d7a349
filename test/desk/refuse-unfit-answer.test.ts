import { expect, test } from 'vitest'
import * as z from 'zod'
import type { GateOptions } from '../../src/sdk/gate-options.ts'
import { aDeskFolder, codeOf } from '../../src/testing/desk-folder.ts'

const AT_TERMINAL = { columns: 80, keys: ['y'] }

/** Something that waits on certain terms, and the people who may look at it. */
async function aQuestion(options: GateOptions, startedBy?: string) {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const join = async (name: string, role: string) => {
    const { out } = await ada(['people', 'add', name, '--role', role])
    const person = folder.person(name)
    await person(['login', '--token-file', '-'], { input: out })
    return person
  }
  const leeway = await folder.agent(startedBy === undefined ? {} : { startedBy })
  const job = await leeway.job()
  await codeOf(job.gate({ kind: 'tool', tool: 'send', args: { to: 'ann' } }, { key: 'q', ...options }))
  const [checkpoint] = await folder.waiting(ada)
  return { ada, join, job, id: checkpoint?.id ?? '' }
}

/** Refused with a sentence, while nothing was shown and nobody was asked. */
function refused(...words: readonly string[]) {
  return { code: 1, out: '', err: expect.stringMatching(new RegExp(words.join('[^]*'))) }
}

test.for([true, false])('whoever started the work is told before they are asked (terminal: %s)', async (asked) => {
  const { ada, id, join } = await aQuestion({}, 'ada')
  const call = () => ada(['approve', id], asked ? AT_TERMINAL : {})
  expect(await call()).toMatchObject(refused('You started or edited this', 'leeway people add', 'leeway login --solo'))
  await join('ben', 'reviewer')
  expect(await call()).toMatchObject(refused('You started or edited this', 'Who can: ben'))
})

test('whoever was not named, or only looks on, is told before they are asked', async () => {
  const { ada, id, join } = await aQuestion({ approvers: ['ben'] })
  const vic = await join('vic', 'viewer')
  expect(await ada(['approve', id], AT_TERMINAL)).toMatchObject(refused('ada may not decide', 'it is for ben'))
  expect(await ada(['edit', id, '--args', '{}'], AT_TERMINAL)).toMatchObject(refused('ada may not decide'))
  expect(await vic(['approve', id], AT_TERMINAL)).toMatchObject(refused('vic may not decide', 'make you a reviewer'))
})

test('what is with the agent is told before anybody is asked', async () => {
  const { ada, id } = await aQuestion({ answers: ['approve', 'edit', 'request_changes'] })
  await ada(['request-changes', id, '--reason', 'name the sources'])
  for (const call of [
    ['approve', id],
    ['edit', id, '--args', '{}'],
  ]) {
    expect(await ada(call, AT_TERMINAL)).toMatchObject(refused('The work is with the agent'))
  }
})

test('whoever has no passphrase is told before they are asked about what can not be undone', async () => {
  const { ada, id } = await aQuestion({ irreversible: true })
  expect(await ada(['approve', id], AT_TERMINAL)).toMatchObject(refused('leeway login --passphrase'))
})

test('a response of another form is refused before anybody is asked', async () => {
  const { ada, id } = await aQuestion({ answers: ['respond'], response: z.object({ city: z.string() }) })
  const unfit = await ada(['respond', id, '--value', '{"city": 1}'], AT_TERMINAL)
  expect(unfit).toMatchObject(refused('/city: ', 'such as: leeway respond'))
})

test.for(['respond', 'edit'])('nobody has to type for %s what would not be taken', async (command) => {
  const { ada, id } = await aQuestion({ answers: ['approve', 'reject'] })
  const option = command === 'edit' ? '--args-file' : '--value-file'
  const call = [command, id, option, '-']
  expect(await ada(call)).toMatchObject(refused(`takes approve, reject, not ${command}`, `leeway approve ${id}`))
  expect(await ada([command, id])).toMatchObject(refused(`takes approve, reject, not ${command}`))
  await ada(['reject', id, '--reason', 'no'])
  expect(await ada(call)).toMatchObject(refused('is rejected since', `leeway checkpoints show ${id}`))
})

test('whoever works with nobody else is told before an edit is saved that it would wait, and how to go on', async () => {
  const { ada, id, join } = await aQuestion({})
  const edit = ['edit', id, '--args', '{"to":"ben"}']
  const warned = /! Once you have edited it[^]*nobody else may[^]*leeway people\s+add NAME[^]*leeway\s+login --solo/
  const no = await ada(edit, { columns: 80, keys: ['n'] })
  expect(no.out).toMatch(new RegExp(`${warned.source}[^]*Put these arguments[^]*no\n$`))
  const unseen = await ada(edit)
  expect(unseen).toMatchObject({ code: 2, err: expect.stringMatching(warned) })
  const hash = ['--hash', /--hash (\S+)/.exec(unseen.err)?.[1] ?? '']
  expect((await ada([...edit, ...hash], { columns: 80, keys: ['n'] })).code).toBe(1)
  expect((await ada(['checkpoints', 'show', id, '--json'])).out).toContain('"to": "ann"')

  await join('ben', 'reviewer')
  expect((await ada(edit, { columns: 80, keys: ['n'] })).out).toContain('somebody else has to approve it: ben.')
  await ada(['login', '--solo', '--yes'])
  expect((await ada(edit, { columns: 80, keys: ['n'] })).out).not.toContain('Once you have edited it')
})

test('a script that edits with nobody else there is warned on standard error', async () => {
  const { ada, id } = await aQuestion({})
  const { content_hash } = JSON.parse((await ada(['checkpoints', 'show', id, '--json'])).out).checkpoint
  const { code, err } = await ada(['edit', id, '--args', '{"to":"ben"}', '--hash', content_hash])
  expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining('! Once you have edited it') })
})
