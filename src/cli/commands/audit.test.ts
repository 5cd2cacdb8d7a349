import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { shortId } from '../../model/short-id.ts'
import { aDeskFolder, codeOf } from '../../testing/desk-folder.ts'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'

async function anOffice() {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const leeway = await folder.agent()
  const send = leeway.guard('send_mail', ({ to }: { to: string }) => `sent to ${to}`)
  const out = await aProject({})
  const approve = async (to: string) => {
    await codeOf(send({ to }, { key: to }))
    const [checkpoint] = await folder.waiting(ada)
    await ada(['approve', checkpoint?.id ?? '', '--hash', checkpoint?.content_hash ?? ''])
    return checkpoint?.id ?? ''
  }
  return { ...folder, ada, send, out, approve }
}

test('the log is shown in its order and by what it is about', async () => {
  const { ada, approve } = await anOffice()
  const id = await approve('ann')
  const events = (await ada(['audit', 'show', '--checkpoint', id, '--json'])).out.trimEnd().split('\n')
  expect(events.map((line) => JSON.parse(line).type)).toEqual([
    'checkpoint_opened',
    'checkpoint_voted',
    'checkpoint_resolved',
  ])
  expect((await ada(['audit', 'show', '--type', 'checkpoint_voted'])).out).toMatch(/ada\s+chk_…\S+\s+approves/)
  const mistyped = await ada(['audit', 'show', '--type', 'checkpoint_vote'])
  expect(mistyped).toMatchObject({ code: 2, err: expect.stringContaining('Did you mean "checkpoint_voted"?') })
  expect((await ada(['audit', 'show', '--type', 'nope'])).err).toMatch(
    /There is no type of entry "nope"\. Choose one of: job_started, .*checkpoint_voted/,
  )
  expect((await ada(['audit', 'show', '--type', 'job_left'])).out).toBe('Nothing of that kind has happened.\n')
  const next = (await ada(['audit', 'show', '--after', '2', '--limit', '1'])).out
  expect(next).toContain('There may be more: leeway audit show --limit 1 --after 3')
  const filtered = (await ada(['audit', 'show', '--checkpoint', `chk_…${shortId(id, 6)}`, '--limit', '1'])).out
  expect(filtered).toMatch(new RegExp(`leeway audit show --checkpoint ${id} --limit 1 --after \\d+\n`))
})

test.for([60, 80, 99, 100, 140])('an entry tells when, who, about what and what on %i columns', async (columns) => {
  const { ada, approve } = await anOffice()
  const id = await approve('ann')
  const { out } = await ada(['audit', 'show'], { columns })
  const lines = out.trimEnd().split('\n')
  expect(lines.every((line) => line.length <= columns)).toBe(true)
  const at = lines.findIndex((line) => line.includes('is held'))
  const row = lines.slice(at, at + 2).join(' ')
  const day = new Date().toISOString().slice(0, 8)
  expect(out).toContain(`  ${day}`)
  expect(row).toMatch(/\d\d:\d\d:\d\d +agent mailer/)
  expect(row).toContain(`chk_…${shortId(id, 6)}`)
  expect(row).toContain('is held: send_mail')
})

test('an export can be verified anywhere, and a changed one is found', async () => {
  const { ada, approve, out } = await anOffice()
  await approve('ann')
  const file = join(out, 'log.jsonl')
  expect((await ada(['audit', 'export', file])).code).toBe(0)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await ada(['audit', 'export', file])).err).toContain('is there already')
  const verify = () => run(['audit', 'verify', '--file', file], { folder: out })
  expect(await verify()).toMatchObject({ code: 0, err: '' })

  const text = await readFile(file, 'utf8')
  const lines = text.trimEnd().split('\n')
  for (const changed of [
    text.replace('ann', 'eve'),
    lines.filter((line) => !line.includes('checkpoint_voted')).join('\n'),
    lines
      .with(1, lines[2] ?? '')
      .with(2, lines[1] ?? '')
      .join('\n'),
    text.replace(/"signature":"(.)/, (_, first) => `"signature":"${first === 'A' ? 'B' : 'A'}`),
    text.replace('"actor":', '"actress":'),
    `${text}{"entry":${JSON.stringify({ seq: 99, tenant: 'local' })}}\n`,
  ]) {
    await writeFile(file, changed)
    expect((await verify()).code).toBe(1)
  }
  // One that was cut off says so, however much is left of it; without its own account of where it ends, that nothing was there.
  for (const left of [1, 2, lines.length - 1]) {
    await writeFile(file, `${lines.slice(0, left).join('\n')}\n`)
    const said = await verify()
    expect(said.code).toBe(1)
    expect(said.out.replaceAll(/\s+/g, ' ')).toContain(
      'The end was cut off: the log does not reach the place that its first line names.',
    )
  }
  const { heads: _heads, ...before } = JSON.parse(lines[0] ?? '')
  for (const header of [before, { ...before, tenants: [] }]) {
    await writeFile(file, `${JSON.stringify(header)}\n`)
    expect(await verify()).toMatchObject({ code: 1, out: '✗ Nothing was verified: the file holds no event.\n' })
  }
  await writeFile(file, [JSON.stringify(before), ...lines.slice(1)].join('\n'))
  expect(await verify()).toMatchObject({ code: 0 })
  await writeFile(file, 'nothing of ours\n')
  expect((await verify()).err).toContain(
    'is not an export of a log, or is damaged: line 1 is none of one.\nWrite it anew',
  )
  await writeFile(file, `${text}{"entry": 1}\n`)
  expect((await verify()).err).toContain(`line ${lines.length + 1} is none of one.`)
  await writeFile(file, '')
  expect((await verify()).err).toContain('it is empty.\nWrite it anew where the log is kept: leeway audit export FILE')
  expect((await run(['audit', 'verify', '--file', file, '--head', file], { folder: out })).err).toContain(
    'Name a file that was written by: leeway audit verify --keep-head FILE',
  )
})

test('a backup replaces no file, and a person has a name that can be typed', async () => {
  const { ada, out } = await anOffice()
  const file = join(out, 'backup.db')
  expect((await ada(['backup', file])).code).toBe(0)
  expect(await ada(['backup', file])).toMatchObject({
    code: 1,
    err: expect.stringContaining('backup.db is there already.\nName another file: a backup never replaces one.'),
  })
  expect(await ada(['people', 'add', 'bad name'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('"bad name" can not be the name of a person. Write letters, digits'),
  })
})

test('an entry that was put into an export is found, wherever it stands and whatever it says', async () => {
  const { ada, approve, out } = await anOffice()
  await approve('ann')
  const file = join(out, 'log.jsonl')
  await ada(['audit', 'export', file])
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const { entry } = JSON.parse(lines.find((line) => line.includes('checkpoint_resolved')) ?? '')
  const verified = async (changed: readonly string[]) => {
    await writeFile(file, `${changed.join('\n')}\n`)
    return (await ada(['audit', 'verify', '--file', file])).code
  }
  expect(await verified(lines)).toBe(0)
  for (const [at, over] of [
    [1, { seq: 0 }],
    [1, { seq: -1 }],
    [1, { tenant: 'unnamed' }],
    [3, { seq: 2 }],
    [lines.length, { seq: 1 }],
    [lines.length, { seq: entry.seq }],
    [lines.length, { seq: 0 }],
  ] as const) {
    const forged = JSON.stringify({ entry: { ...entry, ...over } })
    expect([over, await verified(lines.toSpliced(at, 0, forged))]).toEqual([over, 1])
  }
  const header = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), tenants: [] })
  expect(await verified(lines.with(0, header))).toBe(1)
})

test.for([
  [
    'approved',
    `UPDATE checkpoints SET status = 'approved', body = json_set(body, '$.status', 'approved')`,
    'checkpoints',
  ],
  ['found as another', `UPDATE checkpoints SET status = 'approved'`, 'checkpoints'],
  ['emptied', 'UPDATE checkpoints SET carried = NULL', 'checkpoints'],
  ['turned back', 'UPDATE checkpoints SET version = version + 1', 'checkpoints'],
  ['removed', 'DELETE FROM checkpoints', 'checkpoints'],
  ['made', `INSERT INTO settings VALUES (NULL, 'other', 1, '{"solo":true}')`, 'settings'],
  ['set', `UPDATE settings SET body = '{"solo":true}'`, 'settings'],
] as const)('a row that was %s behind the back of the log is named', async ([, change, table]) => {
  const { ada, send, root } = await anOffice()
  await codeOf(send({ to: 'ann' }, { key: 'ann' }))
  expect((await ada(['audit', 'verify'])).out).toMatch(/The state \(\d+ rows\) is what the log makes of it/)
  const db = new Database(join(root, '.leeway', 'leeway.db'))
  db.exec(change)
  db.close()
  const found = JSON.parse((await ada(['audit', 'verify', '--json'])).out)
  expect(found).toMatchObject({ ok: false, tenants: [{ ok: true }], rows: { ok: false, table } })
  expect((await ada(['audit', 'verify'])).code).toBe(1)
  expect((await ada(['doctor'])).out).toContain(`${table} ${found.rows.id}`)
})

test('every row and every entry that is wrong is named, and behind twenty of them how many more there are', async () => {
  const { ada, send, root } = await anOffice()
  for (let to = 1; to <= 22; to += 1) await codeOf(send({ to: String(to) }, { key: String(to) }))
  const db = new Database(join(root, '.leeway', 'leeway.db'))
  db.exec(`UPDATE checkpoints SET version = version + 1`)
  db.close()
  const { out, code } = await ada(['audit', 'verify'])
  expect(code).toBe(1)
  expect(out.match(/✗ checkpoints chk_\S+: It was not written as often/g)).toHaveLength(20)
  expect(out).toContain('✗ and 2 more\n')
  const { rows } = JSON.parse((await ada(['audit', 'verify', '--json'])).out)
  expect(rows).toMatchObject({ ok: false, table: 'checkpoints', more: 2 })
  expect(rows.others).toHaveLength(19)
  expect((await ada(['doctor'])).out.replaceAll(/\s+/g, ' ')).toContain('And 21 more: leeway audit verify')
})

test('entries that were changed in an export are named one by one', async () => {
  const { ada, approve, out } = await anOffice()
  await approve('ann')
  const file = join(out, 'log.jsonl')
  await ada(['audit', 'export', file])
  const text = await readFile(file, 'utf8')
  await writeFile(file, text.replaceAll(/"type":"checkpoint_(opened|voted)"/g, '"type":"checkpoint_changed"'))
  const found = await ada(['audit', 'verify', '--file', file])
  expect(found).toMatchObject({ code: 1 })
  expect(found.out.match(/✗ local: The events are not those that were signed/g)).toHaveLength(2)
})

test('a file without any head proves nothing, and is refused', async () => {
  const { person, root } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login'])
  await writeFile(join(root, 'none.json'), '{}')
  const { code, err } = await ada(['audit', 'verify', '--head', 'none.json'])
  expect(code).not.toBe(0)
  expect(err).toContain('holds no heads')
})

test('what was cut off at the end shows against a head that was kept', async () => {
  const { ada, approve, out } = await anOffice()
  await approve('ann')
  const [file, heads] = [join(out, 'log.jsonl'), join(out, 'heads.json')]
  await ada(['audit', 'export', file])
  const kept = await ada(['audit', 'verify', '--keep-head', heads])
  expect(kept).toMatchObject({ code: 0, out: expect.stringContaining(`The heads are written to ${heads}.`) })
  expect(kept.out).toContain(`leeway audit verify --head ${heads}`)
  expect(kept.out).not.toContain('--keep-head')
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n')
  const end = lines.findLastIndex((line, at) => at < lines.length - 1 && line.startsWith('{"link"'))
  // Whoever cuts it off changes what its first line says of the end as well.
  const { heads: _heads, ...header } = JSON.parse(lines[0] ?? '')
  await writeFile(file, `${[JSON.stringify(header), ...lines.slice(1, end + 1)].join('\n')}\n`)
  expect((await ada(['audit', 'verify', '--file', file])).code).toBe(0)
  const found = await ada(['audit', 'verify', '--file', file, '--head', heads])
  expect(found).toMatchObject({ code: 1, out: expect.stringContaining('does not reach the head') })
  const more = join(out, 'more.json')
  const flawed = await ada(['audit', 'verify', '--file', file, '--head', heads, '--keep-head', more])
  expect(flawed).toMatchObject({ code: 1, out: expect.stringContaining(`${more} was not written`) })
})

test('the key that verifying names is taken as it was printed, or by its beginning; another one is told once', async () => {
  const { ada, approve } = await anOffice()
  await approve('ann')
  const [, key = ''] = /Signed by ([0-9a-f]{64})\./.exec((await ada(['audit', 'verify'])).out) ?? []
  for (const id of [key, key.slice(0, 16)])
    expect(await ada(['audit', 'verify', '--key', id])).toMatchObject({ code: 0 })
  const other = 'f'.repeat(64)
  const { code, out } = await ada(['audit', 'verify', '--key', other])
  expect(code).toBe(1)
  expect(out.match(/✗/g)).toHaveLength(1)
  expect(out).toContain(`No link is signed by "${other}". This log is signed by ${key}.`)
  expect(out).toContain('Look whether you named the right key')
})

test('a restored store resumes nothing that was open in the backup', async () => {
  const { ada, approve, send, out, homes } = await anOffice()
  await approve('ann')
  await codeOf(send({ to: 'ben' }, { key: 'ben' }))
  const file = join(out, 'kept.db')
  expect((await ada(['backup', file])).code).toBe(0)
  expect((await ada(['backup', file])).code).toBe(1)
  // Both are decided after the backup: one is spent, the other rejected.
  expect(await send({ to: 'ann' }, { key: 'ann' })).toBe('sent to ann')
  const [checkpoint] = JSON.parse((await ada(['checkpoints', '--json'])).out).rows
  await ada(['reject', checkpoint.id, '--reason', 'no'])

  const there = await aProject({})
  const restored = { folder: there, environment: { XDG_CONFIG_HOME: join(homes, 'ada'), NO_COLOR: '1' } }
  const said = (await run(['restore', file], restored)).out
  expect(said).toContain(': 1 held gate, 1 approval.')
  // What was halted since is not, and nobody would look.
  expect(said).toContain('People and kill switches are as they were then: leeway people, leeway kill-switch.')
  expect((await run(['restore', file], restored)).code).toBe(1)
  const { openLeeway } = await import('../../compose.ts')
  await using leeway = await openLeeway({ root: there, agent: 'mailer', policy: 'jobs/dependent', onHold: 'throw' })
  const again = leeway.guard('send_mail', ({ to }: { to: string }) => `sent to ${to}`)
  expect(await codeOf(again({ to: 'ann' }, { key: 'ann' }))).toBe('already_spent')
  expect(await codeOf(again({ to: 'ben' }, { key: 'ben' }))).toBe('withdrawn')
  await run(['login'], restored)
  expect((await run(['checkpoints'], restored)).out).toBe('Nothing waits for you.\n')
  const late = ['approve', checkpoint.id, '--hash', checkpoint.content_hash]
  expect((await run(late, restored)).err).toContain('is superseded since')
  expect((await run(['doctor'], restored)).code).toBe(0)
})
