import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { openServer } from '../../open-server.ts'
import { type AtDesk, aDeskFolder, codeOf, type DeskFolder } from '../../testing/desk-folder.ts'
import type { Said } from '../../testing/fake-io.ts'

/** What a person types; `@name` stands for the id of what the agent named so, and `#name` for the hash of its content. */
const COMMANDS: readonly (readonly string[])[] = [
  ['checkpoints'],
  ['checkpoints', '--limit', '2', '--json'],
  ['checkpoints', '--after', 'ü,x', '--json'],
  ['checkpoints', 'show', '@ann'],
  ['checkpoints', 'show', 'chk_nothing'],
  ['approve', '@ann'],
  ['approve', '@ann', '--hash', '0'.repeat(64)],
  ['approve', '@ann', '--hash', '#ann', '--grant-count', '2'],
  ['approve', '@ann', '--hash', '#ann'],
  ['reject', '@ben', '--reason', 'no'],
  ['edit', '@eve', '--args', '{"to":"eva"}', '--hash', '#eve', '--json'],
  ['comment', '@city', '--reason', 'which one?'],
  ['respond', '@city', '--value', '{"town":1}', '--hash', '#city'],
  ['respond', '@city', '--value', '{"city":"Hamburg"}', '--hash', '#city', '--json'],
  ['request-changes', '@work', '--reason', 'shorter'],
  ['approve', '@work', '--hash', '#work'],
  ['approve', '@one', '@two', '--hash', '#one', '--hash', '#two'],
  ['checkpoints', '--all', '--json'],
  ['grants'],
  ['grants', 'revoke', 'grt_'],
  ['grants', '--json'],
  ['jobs', '--json'],
  ['jobs', '--all', '--limit', '1', '--json'],
  ['resume', '@stopped', '--reason', 'there is room again'],
  ['resume', '@stopped', '--reason', 'again'],
  ['job', 'show', '@stopped', '--json'],
  ['cancel', '@stopped', '--reason', 'not needed'],
  ['cancel', '@stopped', '--reason', 'twice'],
  ['settle', '@doubt', '--failed', '--reason', 'not on the statement'],
  ['kill-switch', 'on', '--agent', 'nobody', '--reason', 'it writes'],
  ['kill-switch', '--json'],
  ['kill-switch', 'off', '--agent', 'nobody', '--reason', 'it stopped'],
  ['kill-switch'],
  ['people'],
  ['people', 'add', 'rob', '--role', 'robot'],
  ['audit', 'show', '--limit', '1000'],
  ['audit', 'show', '--json', '--type', 'checkpoint_resolved'],
  ['audit', 'show', '--job', '@stopped', '--json'],
  ['audit', 'show', '--after', '3', '--limit', '2', '--json'],
]

/** A folder with something for every command, and the names of what is in it. */
async function anOffice() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login', '--name', 'ada'])
  const names = new Map<string, string>()
  await doubt(folder)
  const leeway = await folder.agent()
  const send = leeway.guard('send_mail', ({ to }: { to: string }) => `sent to ${to}`)
  for (const to of ['ann', 'ben', 'eve', 'one', 'two']) {
    await codeOf(send({ to }, { key: to }))
    await nextMoment()
  }
  const city = { key: 'city', answers: ['respond', 'comment'], response: z.object({ city: z.string() }) } as const
  await codeOf(leeway.gate({ kind: 'intent', confidence: 0.1 }, city))
  await nextMoment()
  const work = { key: 'work', answers: ['approve', 'request_changes'] } as const
  await codeOf(leeway.gate({ kind: 'checkpoint', type: 'deliverable' }, work))
  for (const { id, key, content_hash } of await folder.waiting(ada)) {
    names.set(`@${key}`, id).set(`#${key}`, content_hash)
  }
  const stopped = await leeway.job({ agent: 'builder', policy: 'runs/guarded' })
  await stopped.gate({ kind: 'step', phase: 'b', status: 'failure', errors: [{ text: 'disk', severity: 'high' }] })
  const { in_doubt } = JSON.parse((await ada(['jobs', '--json'])).out)
  names.set('@stopped', stopped.id).set('@doubt', in_doubt[0].id)
  return { folder, ada, names }
}

/** What is asked in the same millisecond stands in an order that no two folders share. */
async function nextMoment(): Promise<void> {
  for (const now = Date.now(); Date.now() === now; ) await setImmediate()
}

/** An action that was cut off while it ran. */
async function doubt(folder: DeskFolder): Promise<void> {
  const leeway = await folder.agent({ agent: 'payer', policy: 'jobs/full' })
  const begun = Promise.withResolvers<void>()
  const pay = leeway.guard('pay', () => {
    begun.resolve()
    return new Promise<string>(() => undefined)
  })
  void codeOf(pay({ euros: 3 }, { key: 'bill' }))
  await begun.promise
  await leeway.close()
}

/** What was said, without what differs between any two folders: ids, hashes, times and places. */
function comparable({ code, out, err }: Said, root: string): object {
  const seen = new Map<string, string>()
  const named = (text: string) => seen.get(text) ?? (seen.set(text, `<${seen.size}>`).get(text) as string)
  const plain = (text: string) =>
    text
      .replaceAll(root, '<root>')
      .replaceAll(/\b(?:chk|job|att|grt|tok|ses)_…?[\w-]+/g, named)
      .replaceAll(/sha256:[0-9a-f…]+/g, named)
      .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+Z?/g, '<time>')
      .replaceAll(/\b\d+ ?(?:s|ms|min|m|seconds?)\b/g, '<age>')
      .replaceAll(/ {2,}/g, '  ')
  return { code, out: plain(out), err: plain(err) }
}

async function transcript(ada: AtDesk, names: ReadonlyMap<string, string>, root: string): Promise<readonly object[]> {
  const said: object[] = []
  for (const words of COMMANDS) {
    const argv = words.map((word) => names.get(word) ?? word)
    said.push({ words, ...comparable(await ada(argv, { columns: 120 }), root) })
  }
  return said
}

test('at a running server every command says and does the same as on the files', async () => {
  const there = await anOffice()
  const alone = await anOffice()
  const server = await openServer({ root: there.folder.root })
  onTestFinished(() => server.close())
  const atServer = await transcript(there.ada, there.names, there.folder.root)
  const onFiles = await transcript(alone.ada, alone.names, alone.folder.root)
  for (const [at, said] of atServer.entries()) expect(said).toEqual(onFiles[at])
})

// biome-ignore format: a table
test.for([
  ['a server',                                     undefined],
  ['a server that has a name, wherever that leads', { host: '127.0.0.1', port: 0, names: ['leeway.example'] }],
] as const)('where %s runs it is asked, and its limits hold', async ([, address]) => {
  const { folder, ada } = await anOffice()
  const nothing = { perSecond: 0, burst: 0 }
  const limits = {
    each: nothing,
    anonymous: nothing,
    signIns: nothing,
    pages: nothing,
    eachAtOnce: 10,
    programsAtOnce: 10,
    filesAtOnce: { each: 4, all: 32 },
    untaken: { each: 64 * 1024 * 1024, programs: 256 * 1024 * 1024 },
  }
  const server = await openServer({ root: folder.root, limits, ...(address && { address }) })
  onTestFinished(() => server.close())
  expect(await ada(['checkpoints'])).toMatchObject({ code: 1, err: expect.stringContaining('Too many requests') })
  await server.close()
  expect(await ada(['checkpoints'])).toMatchObject({ code: 0 })
})

test('whoever has not signed in hears the same, whether a server runs or not', async () => {
  const { folder } = await anOffice()
  const eve = folder.person('eve')
  const before = await eve(['checkpoints'])
  const server = await openServer({ root: folder.root })
  onTestFinished(() => server.close())
  expect(await eve(['checkpoints'])).toEqual(before)
})

test('a list that changes is followed through the server', async () => {
  const { folder, ada, names } = await anOffice()
  const server = await openServer({ root: folder.root })
  onTestFinished(() => server.close())
  const watched = ada(['checkpoints', '--watch', '--json'])
  const { resolve, promise } = Promise.withResolvers<void>()
  const poll = setInterval(() => void (server.streams() === 1 && resolve()), 20)
  await promise
  clearInterval(poll)
  await ada(['reject', names.get('@ben') ?? '', '--reason', 'no'])
  await (await folder.agent()).gate({ kind: 'checkpoint', type: 'deliverable' }, { key: 'late' }).catch(() => undefined)
  setTimeout(() => process.emit('SIGTERM'), 500)
  expect((await watched).out).toContain('"key":"late"')
})

test('where only the log of a database is left, people read that, and not that nothing is kept', async () => {
  const { root, person } = await aDeskFolder()
  const folder = join(root, '.leeway')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'leeway.db-wal'), 'what was written')
  for (const command of [['checkpoints'], ['login']]) {
    const { code, err } = await person('ada')(command)
    expect(code).toBe(1)
    expect(err).toMatch(/leeway\.db is missing, but \S+leeway\.db-wal holds what was written to it\.[^]*leeway restore/)
  }
})
