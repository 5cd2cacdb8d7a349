import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { aProject } from '../testing/project.ts'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

/** The real process, started through a shell so that its input can be whatever a shell can make it. */
async function shell(script: string, input: string | Buffer = '') {
  const child = spawn('sh', ['-c', script], { env: { ...process.env, LEEWAY: `${process.execPath} ${MAIN}` } })
  // A process that has seen enough closes its input while we still write.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { out, err, code: code as number }
}

const COMPLETION = '"gate":{"kind":"completion"}'
const DEEP = `{"gate":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
const LONG = `{"policy":"jobs/full","pad":"${'x'.repeat(50 * 1024 * 1024)}",${COMPLETION}}`

/** Each bad line, the code and path it is answered with, and a word of the message. */
const BAD: readonly (readonly [line: string | Buffer, code: string, path: string, says: RegExp])[] = [
  [`{"policy":"jobs/fulll",${COMPLETION}}`, 'unknown_preset', '/policy', /"jobs\/fulll".*Did you mean "jobs\/full"/],
  [`{"policy":"autonomous",${COMPLETION}}`, 'ambiguous_preset', '/policy', /runs\/autonomous, workers\/autonomous/],
  [`{"policy":{"preset":"nope"},${COMPLETION}}`, 'unknown_preset', '/policy/preset', /"nope"/],
  [`{"policy":{"budgt_usd":1},${COMPLETION}}`, 'unknown_key', '/policy/budgt_usd', /Did you mean "budget_usd"/],
  [`{"policy":{"warning_tolerance":"hihg"},${COMPLETION}}`, 'invalid_value', '/policy/warning_tolerance', /"high"/],
  [`{"policy":{"level":"free"},${COMPLETION}}`, 'invalid_value', '/policy/level', /"free"/],
  [`{"policy":{"budget_usd":"1"},${COMPLETION}}`, 'invalid_type', '/policy/budget_usd', /not a number/],
  [`{"policy":{"budget_usd":null},${COMPLETION}}`, 'invalid_value', '/policy/budget_usd', /null/],
  [`{"policy":{"budget_usd":-1},${COMPLETION}}`, 'invalid_value', '/policy/budget_usd', /at least 0/],
  [`{"policy":["jobs/full"],${COMPLETION}}`, 'invalid_type', '/policy', /list/],
  [`{"policy":7,${COMPLETION}}`, 'invalid_type', '/policy', /7/],
  [
    `{"policy":{"phase_stops":{"compleion":false}},${COMPLETION}}`,
    'unknown_key',
    '/policy/phase_stops/compleion',
    /completion/,
  ],
  [`{"policy":{"overrides":{"a":{"limits":{}}}},${COMPLETION}}`, 'unknown_key', '/policy/overrides/a/limits', /limits/],
  [
    `{"policy":{"frames":{"enabled_heuristics":["x"]}},${COMPLETION}}`,
    'unknown_name',
    '/policy/frames/enabled_heuristics',
    /"x"/,
  ],
  [
    `{"policy":{"rules":[{"match":{"tool":{"regex":"("}},"then":"deny"}]},${COMPLETION}}`,
    'invalid_value',
    '/policy/rules/0/match/tool/regex',
    /./,
  ],
  [`{"policy":{"budget_usd":1,"budget_usd":2},${COMPLETION}}`, 'duplicate_key', '/policy/budget_usd', /twice/],
  [`{"policy":"standard","policy":"jobs/full",${COMPLETION}}`, 'duplicate_key', '/policy', /twice/],
  [`{"policy":{"__proto__":{"budget_usd":9}},${COMPLETION}}`, 'forbidden_key', '/policy/__proto__', /__proto__/],
  [`{"policy":{"constructor":{}},${COMPLETION}}`, 'unknown_key', '/policy/constructor', /constructor/],
  [
    `{"policy":{"budget_u\u0455d":9},${COMPLETION}}`,
    'unknown_key',
    '/policy/budget_u\u0455d',
    /budget_u\\u0455d.*"budget_usd"/,
  ],
  [`{"policy":{"budget_usd":NaN},${COMPLETION}}`, 'bad_json', '', /./],
  [`{"policy":{"budget_usd":Infinity},${COMPLETION}}`, 'bad_json', '', /./],
  [`{"policy":{"budget_usd":1e400},${COMPLETION}}`, 'invalid_value', '/policy/budget_usd', /1e400/],
  [`{"policy":"jobs/full\u0000",${COMPLETION}}`, 'bad_json', '', /./],
  [`{"policy":"jobs/full\\u0000",${COMPLETION}}`, 'unknown_preset', '/policy', /\\u0000/],
  [`{"policy":"JOBS/FULL",${COMPLETION}}`, 'unknown_preset', '/policy', /Did you mean "jobs\/full"/],
  [`{"policy":" jobs/full",${COMPLETION}}`, 'unknown_preset', '/policy', /./],
  [`{"policy":"jobs/full","reason":"\\ud800",${COMPLETION}}`, 'bad_encoding', '/reason', /surrogate/],
  [`{"policy":"jobs/full","gate":{"kind":"complete"}}`, 'invalid_value', '/gate/kind', /"complete".*completion/],
  [`{"policy":"jobs/full","gate":{"kind":"completion","sure":true}}`, 'unknown_key', '/gate/sure', /"sure"/],
  [`{"policy":"jobs/full","gate":{"kind":"checkpoint"}}`, 'missing_key', '/gate/type', /"type"/],
  [`{"policy":"jobs/full","gate":null}`, 'invalid_value', '/gate', /null/],
  [`{"policy":"jobs/full"}`, 'missing_key', '/gate', /"gate"/],
  [`{"polcy":"jobs/full",${COMPLETION}}`, 'unknown_key', '/polcy', /Did you mean "policy"/],
  ['[]', 'invalid_type', '', /./],
  ['"jobs/full"', 'invalid_type', '', /./],
  ['null', 'invalid_value', '', /null/],
  [`{"policy":"jobs/full",${COMPLETION}`, 'bad_json', '', /./],
  [`{"policy":"jobs/full",${COMPLETION}}{}`, 'bad_json', '', /./],
  [DEEP, 'too_deep', '', /100 levels/],
  [LONG, 'too_large', '', /longer than/],
  [Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), 'bad_encoding', '', /UTF-8/],
]

test('every bad line is answered with what is wrong and where, and the next line is still answered', async () => {
  const good = `{"policy":"workers/manual","gate":{"kind":"checkpoint","type":"note"}}`
  const lines = BAD.flatMap(([line]) => [Buffer.from(line), Buffer.from(`\n${good}\n  \n\n`)])
  const { out, err, code } = await shell('$LEEWAY decide', Buffer.concat(lines))
  expect({ err, code }).toEqual({ err: '', code: 1 })
  expect(out).not.toContain('"verdict":"allow"')

  const answers = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(answers).toHaveLength(BAD.length * 2)
  for (const [index, [, problem, path, says]] of BAD.entries()) {
    const { error } = answers[index * 2]
    expect(Object.keys(error)).toEqual(['code', 'message', 'path'])
    expect([error.code, error.path]).toEqual([problem, path])
    expect(error.message).toMatch(says)
    expect(answers[index * 2 + 1]).toMatchObject({ verdict: 'ask' })
  }
})

test('answers keep the order of the lines, blank lines are skipped, and no policy means standard', async () => {
  const gates = Array.from({ length: 3000 }, (_, index) => `{"gate":{"kind":"checkpoint","type":"t${index}"}}`)
  const named = '{"policy":"standard","gate":{"kind":"checkpoint","type":"t0"}}'
  const { out, err, code } = await shell('$LEEWAY decide', `\n${gates.join('\n\r\n')}\n${named}`)
  expect({ err, code }).toEqual({ err: '', code: 0 })
  const answers = out.trimEnd().split('\n')
  expect(answers.at(-1)).toBe(answers[0])
  const types = answers.slice(0, -1).map((line) => JSON.parse(line).trace[0].observed)
  expect(types).toEqual(gates.map((_, index) => `t${index}`))
})

test('children are compared line by line, and a bad one has its place in the request', async () => {
  const pairs = [
    '{"parent":"jobs/guided","child":"jobs/full"}',
    '{"parent":"jobs/guided","child":{}}',
    '{"parent":"x","child":{}}',
    '{"parent":"standard","child":{"preset":"y"}}',
    '{"parent":"standard","child":{},"kid":1}',
    '{"child":{}}',
  ]
  const { out, code } = await shell('$LEEWAY compare', pairs.join('\n'))
  const answers = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(code).toBe(1)
  expect(answers).toMatchObject([
    { legal: false, violations: expect.arrayContaining(['phase_stops']) },
    { legal: true, violations: [] },
    { error: { code: 'unknown_preset', path: '/parent' } },
    { error: { code: 'unknown_preset', path: '/child/preset' } },
    { error: { code: 'unknown_key', path: '/kid' } },
    { error: { code: 'missing_key', path: '/parent' } },
  ])
})

test('an empty input has no answers; a closed one is a wrong call', async () => {
  const [empty, closed] = await Promise.all([shell('$LEEWAY decide'), shell('$LEEWAY decide <&-')])
  expect(empty).toEqual({ out: '', err: '', code: 0 })
  expect(closed).toMatchObject({ out: '', code: 2 })
  expect(closed.err).toMatch(/^Standard input is closed/)
})

test('a reader that has seen enough ends it quietly', async () => {
  const lines = `{${COMPLETION}}\n`.repeat(20_000)
  const { out, err, code } = await shell('$LEEWAY decide | head -1', lines)
  expect(out.trimEnd().split('\n')).toHaveLength(1)
  expect({ err, code }).toEqual({ err: '', code: 0 })
})

test('a huge file is refused with a sentence', async () => {
  const folder = await aProject({})
  await writeFile(join(folder, 'huge.yaml'), 'a')
  await truncate(join(folder, 'huge.yaml'), 50 * 1024 * 1024)
  const { out, err, code } = await shell(`cd ${folder} && $LEEWAY policy huge.yaml`)
  expect({ out, code }).toEqual({ out: '', code: 1 })
  expect(err).toMatch(/^huge\.yaml: .* is larger than 1 MiB/)
})
