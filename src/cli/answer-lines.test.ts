import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GATE_KINDS, Gate } from '../model/gate.ts'
import { compilePolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'
import { resolvePolicy } from '../policy/resolve.ts'
import { gateInputOf } from '../testing/arbitrary-gate.ts'
import { catalog } from '../testing/catalog.ts'
import { run } from '../testing/fake-io.ts'

const POLICIES = ['standard', 'jobs/guided', { budget_usd: 0.25 }] as const
const EACH = 50
/** No divisor of anything, so that chunks end everywhere: in a line, in a word, in a character. */
const CHUNK_BYTES = 997

/** Every kind of gate in turns, under a few policies in turns. */
const requests = fc
  .sample(fc.tuple(...GATE_KINDS.map(gateInputOf)), { numRuns: EACH, seed: 1 })
  .flat()
  .map((gate, line) => ({ policy: POLICIES[line % POLICIES.length], gate }))
  // As it is read from a line: what JSON cannot say is not there.
  .map((request) => JSON.parse(JSON.stringify(request)))

test.for(['decide', 'compare', 'explain'])(
  '%s says at a terminal that it waits for lines, and in a pipe nothing',
  async (name) => {
    expect((await run([name], { columns: 80, keys: [] })).err).toContain(`What to type: leeway ${name} --help`)
    expect((await run([name])).err).toBe('')
  },
)

test('a stream of all kinds of gate is answered line by line as decide() answers, in the same order', async () => {
  const { code, out } = await run(['decide'], { input: chunksOf(requests.map((request) => JSON.stringify(request))) })
  const expected = requests.map(({ policy, gate }) =>
    JSON.stringify(decide(compilePolicy(resolvePolicy(policy, catalog), catalog), Gate.parse(gate))),
  )
  expect(out.trimEnd().split('\n')).toEqual(expected)
  expect(code).toBe(0)
})

test('what is sent again and again is answered the same way each time, and what is wrong fails each time', async () => {
  const lines = [
    ...requests.slice(0, 40).map((request) => JSON.stringify(request)),
    '{"gate":',
    '{"gate":{"kind":"tol"}}',
  ]
  const { code, out } = await run(['decide'], { input: chunksOf([...lines, ...lines, ...lines, ...lines]) })
  const answers = out.trimEnd().split('\n')
  const once = answers.slice(0, lines.length)
  expect(answers).toEqual([...once, ...once, ...once, ...once])
  expect(once.filter((answer) => answer.startsWith('{"error":'))).toHaveLength(2)
  expect(code).toBe(1)
})

test('one bad line among many is answered where it stands, and the exit code tells of it', async () => {
  const lines = requests.map((request) => JSON.stringify(request))
  const { code, out } = await run(['decide'], { input: chunksOf(lines.with(100, '{"gate":')) })
  const errors = out.split('\n').flatMap((answer, line) => (answer.startsWith('{"error":') ? [line] : []))
  expect(errors).toEqual([100])
  expect(code).toBe(1)
})

test('an answer that speaks of an error is no failure', async () => {
  const gate = { kind: 'step', phase: 'p', status: 'failure', errors: ['{"error":'] }
  expect((await run(['decide'], { input: JSON.stringify({ gate }) })).code).toBe(0)
})

test('a process that is sent a long stream answers all of it, and ends', { timeout: 60_000 }, async () => {
  const main = fileURLToPath(new URL('./main.ts', import.meta.url))
  const child = spawn(process.execPath, [main, 'decide'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const types = Array.from({ length: 40_000 }, (_, line) => `draft_${line}`)
  const lines = types.map((type) => JSON.stringify({ policy: 'workers/manual', gate: { kind: 'checkpoint', type } }))
  child.stdin.end(`${lines.join('\n')}\n`)
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, 'close')])
  const observed = out
    .trimEnd()
    .split('\n')
    .map((answer) => JSON.parse(answer).trace[0].observed)
  expect(observed).toEqual(types)
  expect(code).toBe(0)
})

function chunksOf(lines: readonly string[]): readonly Buffer[] {
  const bytes = Buffer.from(`${lines.join('\n')}\n`)
  return Array.from({ length: Math.ceil(bytes.length / CHUNK_BYTES) }, (_, index) =>
    bytes.subarray(index * CHUNK_BYTES, (index + 1) * CHUNK_BYTES),
  )
}
