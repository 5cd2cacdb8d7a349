import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bundled } from '../testing/bundled.ts'
import { aDeskFolder, codeOf, type DeskFolder } from '../testing/desk-folder.ts'

const MAIN = await bundled(new URL('./main.ts', import.meta.url))
const COMPOSE = pathToFileURL(await bundled(new URL('../compose.ts', import.meta.url))).href

interface Start {
  readonly name: string
  readonly argv: readonly string[]
  readonly user?: { readonly uid: number; readonly gid: number }
}

/** A real process of the command line, as one person starts it. */
function start(folder: DeskFolder, name: string, argv: readonly string[]): ChildProcess {
  return startAs(folder, { name, argv })
}

function startAs({ root, homes }: DeskFolder, { name, argv, user }: Start): ChildProcess {
  const env = { ...process.env, XDG_CONFIG_HOME: join(homes, name), NO_COLOR: '1' }
  return spawn(process.execPath, [MAIN, ...argv], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'], ...user })
}

async function ended(child: ChildProcess) {
  if (child.stdout === null || child.stderr === null) throw new Error('The streams of the process are pipes.')
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: code as number }
}

test('of two people who answer at once one wins, and the other reads who was faster', { timeout: 60_000 }, async () => {
  const folder = await aDeskFolder()
  const [ada, ben] = [folder.person('ada'), folder.person('ben')]
  await ada(['login'])
  await ben(['login', '--token-file', '-'], { input: (await ada(['people', 'add', 'ben'])).out })
  const leeway = await folder.agent()
  const send = leeway.guard('send_mail', () => 'sent')
  await codeOf(send({ to: 'ann' }, { key: '1' }))
  const [checkpoint] = await folder.waiting(ada)
  const call = [checkpoint?.id ?? '', '--hash', checkpoint?.content_hash ?? '']
  const said = await Promise.all([
    ended(start(folder, 'ada', ['approve', ...call])),
    ended(start(folder, 'ben', ['reject', ...call, '--reason', 'no'])),
  ])
  expect(said.map(({ code }) => code).sort()).toEqual([0, 1])
  const [winner, loser] = said[0].code === 0 ? (['ada', said[1]] as const) : (['ben', said[0]] as const)
  expect(loser.err).toMatch(new RegExp(`${winner} was faster: checkpoint \\S+ is \\w+ since \\d{4}-`))
  expect(await codeOf(send({ to: 'ann' }, { key: '1' }))).toBe(winner === 'ada' ? 'sent' : 'rejected')
})

test('of two who join an empty folder at once, one is its administrator', { timeout: 60_000 }, async () => {
  const folder = await aDeskFolder()
  const said = await Promise.all(
    ['ada', 'ben'].map((name) => ended(start(folder, name, ['login', '--name', name, '--json']))),
  )
  expect(said.map(({ code }) => code).sort()).toEqual([0, 1])
  const winner = said[0]?.code === 0 ? 'ada' : 'ben'
  expect(JSON.parse((await folder.person(winner)(['people', '--json'])).out).rows).toHaveLength(1)
})

/** Nobody in particular, for whoever runs the tests as somebody who may read everything. */
const NOBODY = 65534

test('what is kept here and is closed to this user is there, belongs to somebody, and nobody is sent to begin anew', async () => {
  const folder = await aDeskFolder()
  await folder.person('ada')(['login'])
  await chmod(folder.homes, 0o777)
  for (const place of [folder.root, dirname(folder.root), dirname(MAIN)]) await chmod(place, 0o755)
  const kept = join(folder.root, '.leeway')
  const isRoot = process.getuid?.() === 0
  await chmod(kept, isRoot ? 0o700 : 0o000)
  onTestFinished(() => chmod(kept, 0o700))
  const other = isRoot ? { user: { uid: NOBODY, gid: NOBODY } } : {}
  const owner = isRoot ? 'root (user 0)' : 'you'
  for (const argv of [['checkpoints'], ['login'], ['jobs'], ['up', '--no-demo']]) {
    const { err, code } = await ended(startAs(folder, { name: 'eve', argv, ...other }))
    expect(err).toContain(`${kept} is there, and this user may not read it: it belongs to ${owner}.`)
    expect(err).not.toMatch(/Nothing is kept|Begin here/)
    expect(code).toBe(1)
  }
  const { out, code } = await ended(startAs(folder, { name: 'eve', argv: ['doctor', '--json'], ...other }))
  const { findings } = JSON.parse(out)
  expect(findings).toContainEqual({
    check: 'folder',
    ok: false,
    detail: expect.stringContaining(`belongs to ${owner}.`),
  })
  expect(code).toBe(1)
})

test('a file where what is kept would lie is named, with what to do', async () => {
  const { person, root } = await aDeskFolder()
  await writeFile(join(root, '.leeway'), '')
  for (const argv of [['checkpoints'], ['login']]) {
    const { err, code } = await person('ada')(argv)
    expect(err).toContain(`${join(root, '.leeway')} is a file where a folder belongs.\nMove it away`)
    expect(code).toBe(1)
  }
  expect((await person('ada')(['doctor'])).out).toMatch(/✗ folder .*is a file/)
})

test('a watcher is told of what another process holds', { timeout: 60_000 }, async () => {
  const folder = await aDeskFolder()
  await folder.person('ada')(['login'])
  const watcher = start(folder, 'ada', ['checkpoints', '--watch', '--json'])
  const whole = ended(watcher)
  const job = await (await folder.agent()).job()
  await codeOf(job.gate({ kind: 'checkpoint', type: 'deliverable' }, { id: 'chk_seen' }))
  const [line] = (await once(watcher.stdout as NonNullable<typeof watcher.stdout>, 'data')) as [Buffer]
  expect(JSON.parse(line.toString())).toMatchObject({ id: 'chk_seen', status: 'pending' })
  watcher.kill('SIGTERM')
  expect(await whole).toMatchObject({ code: 0, err: '' })
})

test('neither the variables of an agent nor any file of its workspace hold a token', { timeout: 60_000 }, async () => {
  const folder = await aDeskFolder()
  await folder.person('ada')(['login'])
  const agent = join(folder.homes, 'agent.ts')
  const program = `import { openLeeway } from '${COMPOSE}'
const leeway = await openLeeway({ agent: 'scout', policy: 'jobs/full' })
console.log(await leeway.guard('look', () => JSON.stringify(process.env))({}))
await leeway.close()`
  await writeFile(agent, program)
  const env = { ...process.env, XDG_CONFIG_HOME: join(folder.homes, 'ada') }
  const child = spawn(process.execPath, [agent], { cwd: folder.root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const { out, code } = await ended(child)
  expect(code).toBe(0)
  expect(out).toContain('XDG_CONFIG_HOME')
  expect(out).not.toContain('lwy_')
  for (const name of await readdir(folder.root, { recursive: true })) {
    const bytes = await readFile(join(folder.root, name)).catch(() => Buffer.alloc(0))
    expect(bytes.includes('lwy_')).toBe(false)
  }
})

/** A real process of an agent. */
async function startAgent(folder: DeskFolder, program: string): Promise<ChildProcess> {
  const file = join(folder.homes, 'agent.ts')
  await writeFile(file, `import { openLeeway } from '${COMPOSE}'\n${program}`)
  return spawn(process.execPath, [file], { cwd: folder.root, stdio: ['ignore', 'pipe', 'pipe'] })
}

test('what a process had begun is in doubt as soon as somebody looks', { timeout: 60_000 }, async () => {
  const folder = await aDeskFolder()
  const ada = folder.person('ada')
  await ada(['login'])
  const killed = await startAgent(
    folder,
    `const leeway = await openLeeway({ agent: 'payer', policy: 'jobs/full' })
await leeway.guard('pay', () => process.kill(process.pid, 'SIGKILL'))({ euros: 3 }, { key: 'bill' })`,
  )
  await ended(killed)
  const { out } = await ada(['jobs'], { columns: 140 })
  expect(out).toMatch(/\? in_doubt\s+payer.*Nobody knows whether this ran.*pay {"euros":3}/s)
})

test.for([undefined, false])(
  'an agent that waits says so on standard error, also without a terminal, unless it is told not to: %s',
  { timeout: 60_000 },
  async (told) => {
    const folder = await aDeskFolder()
    const ada = folder.person('ada')
    await ada(['login'])
    const waiting = await startAgent(
      folder,
      `const leeway = await openLeeway({ agent: 'mailer', policy: 'jobs/dependent', tellHolds: ${told} })
await leeway.guard('send_mail', () => 'sent')({ to: 'ann' }, { key: '1' })
await leeway.close()`,
    )
    const whole = ended(waiting)
    await expect.poll(() => folder.waiting(ada), { timeout: 30_000 }).toHaveLength(1)
    const [checkpoint] = await folder.waiting(ada)
    const { id = '', content_hash = '' } = checkpoint ?? {}
    await ada(['approve', id, '--hash', content_hash])
    const line = `held: send_mail of mailer – answer with \`leeway approve ${id}\` (all: leeway checkpoints)\n`
    expect(await whole).toEqual({ code: 0, out: '', err: told === false ? '' : line })
  },
)
