import { readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restore } from '../../look-after.ts'
import { openServer } from '../../open-server.ts'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'
import { inOneLine } from '../../testing/in-one-line.ts'
import { aReceiver } from '../../testing/receiver.ts'

test('a webhook is added, tried, told by the server, and removed', async () => {
  const { root, person, agent } = await aDeskFolder()
  const { received, url } = await aReceiver(204)
  const ada = person('ada')
  await ada(['login'])
  const added = JSON.parse((await ada(['webhooks', 'add', url, '--private', '--json'])).out)
  expect((await stat(join(root, '.leeway', 'webhooks', `${added.id}.json`))).mode & 0o077).toBe(0)
  expect(await ada(['webhooks', 'test', added.id])).toMatchObject({ code: 0, out: 'It arrived.\n' })

  await using server = { [Symbol.asyncDispose]: (await openServer({ root })).close }
  expect(server).toBeDefined()
  await expect.poll(async () => JSON.parse((await ada(['webhooks', '--json'])).out).rows[0].progress).not.toBeNull()
  await codeOf((await agent()).guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  await expect
    .poll(() => received.map(({ body }) => JSON.parse(body).type), { timeout: 10_000 })
    .toEqual(['webhook_test', 'checkpoint_opened'])
  expect((await ada(['webhooks'])).out).not.toContain(added.secret)

  expect(await ada(['webhooks', 'remove', added.id])).toMatchObject({ code: 0 })
  expect((await ada(['webhooks'])).out).toContain('There are no webhooks')
})

test('only an administrator looks after webhooks, and only addresses of the internet are taken without a word', async () => {
  const { person } = await aDeskFolder()
  const [ada, ben] = [person('ada'), person('ben')]
  await ada(['login'])
  await ben(['login', '--token-file', '-'], { input: (await ada(['people', 'add', 'ben'])).out })
  expect(await ben(['webhooks', 'add', 'https://example.org/'])).toMatchObject({ code: 1 })
  for (const url of ['http://example.org/', 'ftp://example.org/', 'example.org', 'https://ann:secret@example.org/']) {
    expect(await ada(['webhooks', 'add', url])).toMatchObject({ code: 2, out: '' })
  }
  expect((await ada(['webhooks', 'add', 'http://127.0.0.1:7760/h'])).err).toMatch(
    /is no address that begins with https:\/\/\. .* leeway webhooks add http:\/\/127\.0\.0\.1:7760\/h --private/,
  )
  expect((await ada(['webhooks', 'add', 'ftp://example.org/', '--private'])).err).toContain('http:// or https://.')
  for (const url of ['https://127.0.0.1:9443/', 'https://[::1]/', 'https://192.168.1.7/x', 'https://localhost:9443/']) {
    const err = expect.stringMatching(/is not on the internet\. .* leeway webhooks add https:\S+ --private/)
    expect(await ada(['webhooks', 'add', url])).toMatchObject({ code: 2, out: '', err })
  }
  expect((await ada(['webhooks'])).out).toContain('There are no webhooks')
})

test.for([22, 25, 587, 6379, 5432])('nothing is added that would never be sent to, such as port %i', async (port) => {
  const { person, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  for (const args of [[`https://example.org:${port}/`], [`http://127.0.0.1:${port}/`, '--private']]) {
    const err = expect.stringContaining(`Port ${port} belongs to another kind of server.`)
    expect(await ada(['webhooks', 'add', ...args])).toMatchObject({ code: 1, out: '', err })
  }
  expect(await readdir(join(root, '.leeway'))).not.toContain('webhooks')
  expect((await ada(['audit', '--json'])).out).not.toContain('webhook_added')
})

test('a webhook that was sent nothing yet is not said to be fine', async () => {
  const { root, person, agent } = await aDeskFolder()
  const { received, url } = await aReceiver(204)
  const ada = person('ada')
  await ada(['login'])
  await ada(['webhooks', 'add', url, '--private'])
  const listed = async () => (await ada(['webhooks'])).out
  expect(await listed()).toContain('nothing sent yet')
  await using server = { [Symbol.asyncDispose]: (await openServer({ root })).close }
  expect(server).toBeDefined()
  await expect.poll(async () => JSON.parse((await ada(['webhooks', '--json'])).out).rows[0].progress).not.toBeNull()
  expect(await listed()).toContain('nothing sent yet')
  await codeOf((await agent()).guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' }))
  await expect.poll(() => received.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(listed).toContain('fine')
})

test('a webhook is named by the beginning or the end of its id', async () => {
  const { person, root } = await aDeskFolder()
  const { received, url } = await aReceiver(204)
  const ada = person('ada')
  await ada(['login'])
  const add = async () => JSON.parse((await ada(['webhooks', 'add', url, '--private', '--json'])).out).id as string
  const [one, other] = [await add(), await add()]
  for (const part of [one.slice(0, 12), one.slice(4, 12), one.slice(-8)]) {
    expect(await ada(['webhooks', 'test', part])).toMatchObject({ code: 0, out: 'It arrived.\n' })
  }
  expect(received).toHaveLength(3)
  const unclear = await ada(['webhooks', 'remove', 'whk_'])
  expect(unclear).toMatchObject({
    code: 2,
    out: '',
    err: expect.stringMatching(/may be whk_\w+, whk_\w+\. Write more/),
  })
  for (const id of [one, other]) expect(unclear.err).toContain(id)
  expect(await ada(['webhooks', 'remove', one.slice(-8)])).toMatchObject({ code: 0 })
  expect(await ada(['webhooks', 'test', one])).toMatchObject({ code: 1, err: expect.stringContaining('no webhook') })
  await writeFile(join(root, '.leeway', 'webhooks', 'whk_bad.json'), '{')
  expect(await ada(['webhooks', 'remove', 'bad'])).toMatchObject({ code: 0 })
})

test('adding and removing a webhook is in the log, with who did it and without its secrets', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const url = 'https://example.org/hooks/secret-path'
  const { id, secret } = JSON.parse((await ada(['webhooks', 'add', url, '--json'])).out)
  await ada(['webhooks', 'remove', id])
  const log = (await ada(['audit', '--json'])).out
  const all = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { readonly type: string })
  const entries = all.filter(({ type }) => type.startsWith('webhook_'))
  const data = { webhook: id, origin: 'https://example.org' }
  expect(entries).toMatchObject([
    { type: 'webhook_added', actor: { kind: 'person', id: 'ada' }, data },
    { type: 'webhook_removed', actor: { kind: 'person', id: 'ada' }, data },
  ])
  for (const hidden of [secret, 'secret-path']) expect(log).not.toContain(hidden)
})

test('an administrator of one tenant neither adds, sees nor removes webhooks of another', async () => {
  const { person } = await aDeskFolder()
  const [ada, ben] = [person('ada'), person('ben')]
  await ada(['login'])
  const token = (await ada(['people', 'add', 'ben', '--role', 'admin', '--tenant', 'north'])).out
  await ben(['login', '--token-file', '-'], { input: token })
  const { id } = JSON.parse((await ada(['webhooks', 'add', 'https://example.org/', '--json'])).out)
  expect(await ben(['webhooks', 'add', 'https://example.org/'])).toMatchObject({
    code: 1,
    err: expect.stringContaining('ben is not an administrator of all these tenants.'),
  })
  expect(await ben(['webhooks', 'remove', id])).toMatchObject({ code: 1, err: expect.stringContaining('no webhook') })
  expect((await ben(['webhooks', '--json'])).out).not.toContain(id)
  expect(await ben(['webhooks', 'add', 'https://example.org/', '--tenant', 'north'])).toMatchObject({ code: 0 })
  expect(JSON.parse((await ada(['webhooks', '--json'])).out).rows).toHaveLength(2)
})

test('a backup says that webhooks are not in it, and what to do', async () => {
  const { root, homes, person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  expect((await ada(['backup', join(homes, 'without.db')])).out).toMatch(/^Everything is in /)
  await ada(['webhooks', 'add', 'http://127.0.0.1:8080/told', '--private'])
  const { out, code } = await ada(['backup', join(homes, 'with.db')])
  expect(out).toMatch(/^Everything but 1 webhook is in .*\n.*leeway webhooks add URL\n$/)
  expect(code).toBe(0)
  const told = await ada(['backup', join(homes, 'data.db'), '--json'])
  expect(JSON.parse(told.out)).toEqual({
    backup: join(homes, 'data.db'),
    carried: { repositories: 0, left: [], flawed: [] },
    webhooks_left: 1,
  })
  await restore({ root: join(homes, 'new'), file: join(homes, 'with.db') })
  expect(await readdir(join(homes, 'new', '.leeway'))).not.toContain('webhooks')
  expect(await readdir(join(root, '.leeway'))).toContain('webhooks')
})

test('an address that could not be read back is not added', async () => {
  const { person } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  const added = await ada(['webhooks', 'add', `https://example.org/${'a'.repeat(5000)}`])
  expect(added).toMatchObject({ code: 2, out: '', err: expect.stringContaining('at most 2,000 characters') })
  expect(await ada(['webhooks'])).toMatchObject({ code: 0, out: expect.stringContaining('There are no webhooks') })
  expect((await ada(['audit', '--json'])).out).not.toContain('webhook_added')
})

test('a webhook that was damaged is named, found by the doctor, and removed, and the others stay', async () => {
  const { root, person } = await aDeskFolder()
  const [ada, ben] = [person('ada'), person('ben')]
  await ada(['login'])
  const token = (await ada(['people', 'add', 'ben', '--role', 'admin', '--tenant', 'north'])).out
  await ben(['login', '--token-file', '-'], { input: token })
  const { id } = JSON.parse((await ada(['webhooks', 'add', 'https://example.org/', '--json'])).out)
  const folder = join(root, '.leeway', 'webhooks')
  await writeFile(join(folder, 'whk_bad.json'), '{')
  await writeFile(join(folder, `${id}.progress`), '{')

  const remedy = /whk_bad\.json is damaged\. Remove it, .* leeway webhooks remove whk_bad/
  const listed = await ada(['webhooks'])
  expect(listed).toMatchObject({ code: 0, out: expect.stringContaining(id), err: expect.stringMatching(remedy) })
  expect(JSON.parse((await ada(['webhooks', '--json'])).out)).toMatchObject({
    rows: [{ id, wrong: expect.stringContaining('is damaged') }],
    damaged: [{ id: 'whk_bad' }],
  })
  expect(await ada(['webhooks', 'test', 'whk_bad'])).toMatchObject({ code: 1, err: expect.stringMatching(remedy) })
  expect(inOneLine((await ada(['doctor'])).out)).toMatch(/whk_bad\.json is damaged/)

  // Nobody can tell whose it was.
  expect((await ben(['webhooks'])).err).toBe('')
  expect(await ben(['webhooks', 'remove', 'whk_bad'])).toMatchObject({ code: 1 })
  expect(await ada(['webhooks', 'remove', 'whk_bad'])).toMatchObject({ code: 0 })
  expect(await readdir(folder)).toEqual(expect.not.arrayContaining(['whk_bad.json']))
  expect(await ada(['webhooks', 'remove', id])).toMatchObject({ code: 0 })
})
