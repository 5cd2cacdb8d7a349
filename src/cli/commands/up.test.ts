import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Checkpoint } from '../../model/checkpoint.ts'
import { GATE_KINDS } from '../../model/gate.ts'
import { bundled } from '../../testing/bundled.ts'
import { run } from '../../testing/fake-io.ts'
import { aProject } from '../../testing/project.ts'

const MAIN = new URL('../main.ts', import.meta.url)

interface Up {
  readonly child: ChildProcess
  readonly url: string
  readonly link: string
  readonly ended: Promise<number | null>
  /** Everything that it has printed until now. */
  readonly said: () => string
}

/** Somebody's folder, and their configuration folder. */
async function aPlace() {
  const root = await aProject({})
  const home = await mkdtemp(join(tmpdir(), 'leeway-home-'))
  onTestFinished(() => rm(home, { recursive: true, force: true }))
  return { folder: root, environment: { XDG_CONFIG_HOME: home, NO_COLOR: '1', USER: 'ada' } }
}

type Place = Awaited<ReturnType<typeof aPlace>>

/** Starts the real process at any port. */
const up = (place: Place, ...more: readonly string[]) => started(place, '--port', '0', ...more)

/** Starts the real process and waits until it says where it is. */
async function started({ folder, environment }: Place, ...options: readonly string[]): Promise<Up> {
  const env = { PATH: process.env['PATH'], ...environment }
  const child = spawn(process.execPath, [await bundled(MAIN), 'up', ...options], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
  let said = ''
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (said.includes('Sign in: ')) resolve()
  })
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  void ended.then((code) => reject(new Error(`It ended with ${code}: ${said}`)))
  await promise
  const [, url = ''] = /running at (\S+)/.exec(said) ?? []
  const [, link = ''] = /Sign in: (\S+)/.exec(said) ?? []
  return { child, url, link, ended, said: () => said }
}

test('one command joins, serves, signs a browser in and stops when it is told to', async () => {
  const place = await aPlace()
  const { child, url, link, ended } = await up(place)
  expect((await fetch(`${url}/v1/health`)).status).toBe(200)
  const signedIn = await fetch(`${url}/v1/sign-ins`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: new URL(link).hash.slice(1) }),
  })
  expect(await signedIn.json()).toMatchObject({ person: { id: 'ada', role: 'admin' } })

  const second = await run(['up', '--port', '0'], place)
  expect(second).toMatchObject({ code: 1, err: expect.stringContaining(url) })
  const opened = await run(['open', '--no-open'], place)
  expect(opened.out).toContain(`${url}/sign-in#lwl_`)

  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect((await run(['open', '--no-open'], place)).err).toContain('leeway up')
})

test('without a port it is where it was the last time, and says where else it is when that is taken', async () => {
  const place = await aPlace()
  const first = await up(place)
  const stop = async ({ child, ended }: Up) => {
    child.kill('SIGTERM')
    await ended
  }
  await stop(first)
  const again = await started(place)
  expect(again.url).toBe(first.url)
  expect(again.said()).not.toContain('The last time')
  await stop(again)

  const port = Number(new URL(first.url).port)
  const taking = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void taking.close())
  await once(taking, 'listening')
  const other = await started(place)
  expect(other.url).not.toBe(first.url)
  await expect.poll(other.said).toContain(`The last time that was port ${port}. Clones of jobs look there`)
  await expect.poll(other.said).toContain('leeway clone JOB FOLDER')
  await stop(other)
  await writeFile(join(place.folder, '.leeway', 'port'), 'nonsense\n')
  const unread = await started(place)
  expect((await fetch(`${unread.url}/v1/health`)).status).toBe(200)
})

/** Approves what waits, or does what the command line of its kind says, until the server says that the demo is over. */
async function answerUntilOver({ said }: Up, place: Place): Promise<readonly Checkpoint[]> {
  const seen: Checkpoint[] = []
  while (!said().includes('The demo is over')) {
    const { rows } = JSON.parse((await run(['checkpoints', '--json'], place)).out) as { rows: readonly Checkpoint[] }
    for (const row of rows) {
      seen.push(row)
      const hash = ['--hash', row.content_hash]
      const words =
        row.gate.kind === 'intent' ? ['respond', row.id, '--value', '{"city":"Hamburg"}'] : ['approve', row.id]
      expect(await run([...words, ...hash], place)).toMatchObject({ code: 0, err: '' })
    }
  }
  return seen
}

test('the demo reaches every kind of gate, goes on when answered, is marked, and ends by itself', async () => {
  const place = await aPlace()
  const server = await up(place, '--demo')
  const held = await answerUntilOver(server, place)
  expect(new Set(held.map(({ gate }) => gate.kind))).toEqual(new Set(GATE_KINDS))
  for (const said of [
    'mail sent to everybody@example.org',
    'goes on with Hamburg',
    'refused, twice',
    'merged, approved by ada',
  ]) {
    await expect.poll(server.said).toContain(said)
  }
  const { rows } = JSON.parse((await run(['jobs', '--all', '--json'], place)).out)
  expect(rows).toHaveLength(8)
  for (const { title, status, input } of rows) {
    expect({ title, status, input }).toMatchObject({
      title: expect.stringMatching(/^Demo: /),
      status: 'completed',
      input: { demo: true },
    })
  }
  server.child.kill('SIGINT')
  expect(await server.ended).toBe(0)
})

test('a demo that was left is gone on with when the server comes back, and nothing runs twice', async () => {
  const place = await aPlace()
  const first = await up(place, '--demo')
  const sentBack = async () => {
    const { rows } = JSON.parse((await run(['checkpoints', '--json'], place)).out) as { rows: readonly Checkpoint[] }
    return rows.find(({ gate }) => gate.kind === 'checkpoint')
  }
  const { id = '' } = (await sentBack()) ?? {}
  expect((await run(['request-changes', id, '--reason', 'shorter'], place)).code).toBe(0)
  first.child.kill('SIGKILL')
  await first.ended

  const again = await up(place)
  const held = await answerUntilOver(again, place)
  expect(held.find((row) => row.id === id)).toMatchObject({ revision: 2, remarks: [{ answer: { did: 'fixed' } }] })
  const { rows } = JSON.parse((await run(['jobs', '--all', '--json'], place)).out)
  expect(rows).toHaveLength(8)
})

test('a secret that the forge needs and nobody has set is missed at the start', async () => {
  const place = await aPlace()
  const forge = { kind: 'github', repository: 'house/tools', token: { $secret: 'FORGE_TOKEN' } }
  await writeFile(join(place.folder, 'leeway.yaml'), `forge: ${JSON.stringify(forge)}\n`)
  const { child, said, ended } = await up(place)
  await expect
    .poll(said)
    .toContain('leeway: FORGE_TOKEN is not in the environment, and leeway.yaml names it for house/tools.')
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test('without a terminal nobody is asked, and a folder with work of its own gets no demo', async () => {
  const place = await aPlace()
  const server = await up(place)
  expect(JSON.parse((await run(['jobs', '--all', '--json'], place)).out).rows).toEqual([])
  server.child.kill('SIGTERM')
  await server.ended
  expect((await run(['up', '--demo', '--no-demo'], place)).err).toContain('not both')
})

test('a server that was killed leaves nothing that keeps the next one from starting', async () => {
  const place = await aPlace()
  const first = await up(place)
  first.child.kill('SIGKILL')
  await first.ended
  const again = await up(place)
  expect((await fetch(`${again.url}/v1/health`)).status).toBe(200)
})

test('tokens are made, listed and revoked at the command line, and shown once', async () => {
  const place = await aPlace()
  const { url } = await up(place)
  const made = await run(['tokens', 'add', 'mailer'], place)
  const token = made.out.trim()
  expect(token).toMatch(/^lwa_/)
  const me = async () => (await fetch(`${url}/v1/me`, { headers: { Authorization: `Bearer ${token}` } })).status
  expect(await me()).toBe(200)
  const { rows } = JSON.parse((await run(['tokens', '--json'], place)).out)
  const { id } = rows.find(({ bearer }: { bearer: { kind: string } }) => bearer.kind === 'agent')
  expect((await run(['tokens'], place)).out).toContain('mailer')
  expect(JSON.stringify(rows)).not.toContain(token)
  expect((await run(['tokens', 'revoke', id], place)).code).toBe(0)
  expect(await me()).toBe(401)
})

/** The end of an id that is no option. */
const endOf = (id: string) => id.slice(-10).replace(/^-+/, '')

test('a token and the job that it is bound to are named by a part of their ids', async () => {
  const place = await aPlace()
  const { url } = await up(place)
  const token = (await run(['tokens', 'add', 'mailer'], place)).out.trim()
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ agent: 'mailer', title: 'Letters', policy: 'workers/manual', key: 'letters' })
  const started = await fetch(`${url}/v1/jobs`, { method: 'POST', headers, body })
  const job = (await started.json()) as { readonly id: string }
  const bound = JSON.parse((await run(['tokens', 'add', 'a', '--job', endOf(job.id), '--json'], place)).out)
  expect(bound.bearer).toMatchObject({ job: job.id })
  expect(await run(['tokens', 'revoke', 'tok_'], place)).toMatchObject({
    code: 2,
    err: expect.stringMatching(/may be tok_\S+, tok_\S+\. Write more/),
  })
  expect(await run(['tokens', 'revoke', endOf(bound.id)], place)).toMatchObject({ code: 0 })
  expect((await run(['tokens'], place)).out).not.toContain(bound.id)
  // It is worth nothing already, which is what was asked for.
  expect(await run(['tokens', 'revoke', bound.id], place)).toMatchObject({ code: 0 })
  expect(await run(['tokens', 'revoke', 'tok_none'], place)).toMatchObject({
    code: 1,
    err: expect.stringContaining('There is no token tok_none'),
  })
})

test.for([
  ['2020-01-01T00:00:00Z', 'is over'],
  ['0s', 'is over'],
  ['yesterday', 'such as 2030-01-31T12:00:00Z, or 30m, 8h, 7d; not "yesterday"'],
  ['2030-02-30T00:00:00Z', 'not "2030-02-30T00:00:00Z"'],
  ['2030-01-31', 'not "2030-01-31"'],
] as const)('no token is made that ends %s', async ([until, why]) => {
  const place = await aPlace()
  await up(place)
  const refused = await run(['tokens', 'add', 'mailer', '--until', until], place)
  expect(refused).toMatchObject({ code: 2, out: '', err: expect.stringContaining(why) })
})

test.for([
  [['--host', '0.0.0.0', '--port', '0'], 'certificate'],
  [['--host', '0.0.0.0', '--port', '0', '--proxy', 'http://plain.example'], 'https://'],
  [['--port', '70000'], '0 to 65535'],
  [['--most-held', '0'], '1 to 1000000'],
  [['--most-held', '1000001'], '1 to 1000000'],
  [['--tls-cert', 'x.pem'], '--tls-key'],
] as const)('up %j is refused: %s', async ([args, why]) => {
  const place = await aPlace()
  const said = await run(['up', ...args], place)
  expect(said.code).not.toBe(0)
  expect(said.err).toContain(why)
})

test('a server that would take any certificate for good does not start', async () => {
  const { folder, environment } = await aPlace()
  const said = await run(['up'], { folder, environment: { ...environment, NODE_TLS_REJECT_UNAUTHORIZED: '0' } })
  expect(said).toMatchObject({ code: 2, err: expect.stringContaining('NODE_EXTRA_CA_CERTS') })
})
