import { spawnSync } from 'node:child_process'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aHouse } from '../testing/house.ts'
import { aServedHouse } from '../testing/served-house.ts'

/**
 * Runs a program beside a server in a process of its own, where one sees what is loaded: `files` are the addresses of all that was, `onLoad`
 * is told of each, and may throw. What the server reports goes to `reports`.
 */
async function besideServer(program: string): Promise<unknown> {
  const { root, token } = await aHouse()
  const opens = new URL('../open-server.ts', import.meta.url)
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { registerHooks } from 'node:module'
      const files = [], reports = []
      let onLoad = () => undefined
      registerHooks({ load: (url, context, next) => { onLoad(url); files.push(url); return next(url, context) } })
      const { openServer } = await import(${JSON.stringify(opens)})
      const headers = { Authorization: ${JSON.stringify(`Bearer ${token}`)} }
      const server = await openServer({ root: ${JSON.stringify(root)}, report: (what, error) => reports.push(what + ' ' + error.message) })
      const has = (part) => files.some((url) => url.includes(part))
      const ask = async (path) => { const said = await fetch(server.url + path, { headers }); return said.ok ? 'answered' : (await said.json()).code }
      const tell = (answer) => console.log(JSON.stringify(answer))
      ${program}
      await server.close()`,
    ],
    { encoding: 'utf8', timeout: 30_000 },
  )
  // A rejection that nobody heard of ends a process with another status.
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  return JSON.parse(stdout)
}

const READS = [
  '/v1/jobs',
  '/v1/checkpoints',
  '/v1/grants',
  '/v1/presets',
  '/v1/people',
  '/v1/passkeys',
  '/v1/tokens',
  '/v1/kill-switch',
]
const LATE = [
  'handlers/jobs',
  'handlers/gates',
  'handlers/pulls',
  'handlers/log',
  'operations/policies',
  'reference-page',
  'api/openapi',
]

test('whatever nobody has asked for is loaded a moment after the start, and whoever asks just then is answered', async () => {
  const said = await besideServer(`
    const before = ${JSON.stringify(LATE)}.filter(has)
    const { promise: begins, resolve: begin } = Promise.withResolvers()
    onLoad = begin
    await begins
    const answers = await Promise.all(${JSON.stringify(READS)}.map(ask))
    while (!${JSON.stringify(LATE)}.every(has)) await new Promise(setImmediate)
    tell({ before, answers, reports })`)
  expect(said).toEqual({ before: [], answers: READS.map(() => 'answered'), reports: [] })
})

test('an operation that cannot be loaded fails with a word to whoever runs the server, and the others go on', async () => {
  const said = await besideServer(`
    onLoad = (url) => { if (url.endsWith('handlers/jobs.ts')) throw new Error('no such file') }
    const answers = [await ask('/v1/jobs'), await ask('/v1/checkpoints'), await ask('/v1/jobs'), await ask('/v1/health')]
    tell({ answers, reports })`)
  const foreseen = expect.stringMatching(/list_jobs could not be loaded \(.*no such file.*start the server again/)
  expect(said).toEqual({ answers: ['internal', 'answered', 'internal', 'answered'], reports: [foreseen, foreseen] })
})

test('a server that is closed at once leaves nothing that would be loaded later', async () => {
  const house = await aServedHouse()
  await house.server.close()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const again = await house.serveAgain()
  expect(vi.getTimerCount()).toBeGreaterThan(0)
  await again.close()
  expect(vi.getTimerCount()).toBe(0)
})
