import { asJson, type Expected, type Family, FINE, type HostileCase, INVALID } from '../hostile-case.ts'

const KIB = 1024

type PostRow = readonly [path: string, name: string, body: object, expected?: Expected | undefined]
type DecideRow = readonly [name: string, policy: unknown, gate: object, expected?: Expected | undefined]

/** Requests that are well formed and there to keep the server busy: as much work as fits into one body. */
export const heavy: Family = ({ tokens }) => {
  const post = (...[path, name, body, expected = FINE]: PostRow): HostileCase => ({
    name: `POST ${path}: ${name}`,
    send: { method: 'POST', path, headers: asJson(tokens.admin), body: JSON.stringify(body) },
    expected,
  })
  const decide = (...[name, policy, gate, expected]: DecideRow) =>
    post('/v1/decisions', name, { policy, gate }, expected)
  const many = (count: number, make: (at: number) => unknown) => Array.from({ length: count }, (_, at) => make(at))
  const tool = { kind: 'tool', tool: 'send' }
  const rule = (match: object) => ({ match, then: 'ask' })
  const evil = '(a+)+$|(a|aa)+b|(.*)*x'
  return [
    decide(
      'a pattern that explodes elsewhere',
      { rules: [rule({ tool: { regex: evil } })] },
      { ...tool, tool: 'a'.repeat(900) },
    ),
    decide('many rules', { rules: many(1000, (at) => rule({ tool: `t${at}*` })) }, tool),
    decide(
      'many patterns on one argument',
      { rules: many(500, (at) => rule({ tool: '*', args: { a: `*${at}*a*b*` } })) },
      {
        ...tool,
        args: { a: 'ab'.repeat(200 * KIB) },
      },
    ),
    decide(
      'many arguments',
      { rules: [rule({ tool: '*', args: { '**': '*x*' } })] },
      {
        ...tool,
        args: Object.fromEntries(many(40_000, (at) => [`k${at}`, 'v']) as [string, string][]),
      },
    ),
    decide(
      'many rules on many arguments',
      { rules: many(500, (at) => rule({ tool: '*', args: { [`a${at}`]: '*x*y*' } })) },
      { ...tool, args: Object.fromEntries(many(20_000, (at) => [`k${at}`, 'v']) as [string, string][]) },
    ),
    decide(
      'many rules on any argument',
      { rules: many(500, (at) => rule({ tool: '*', args: { '*': `*${at}x*y*z*` } })) },
      { ...tool, args: Object.fromEntries(many(10_000, (at) => [`k${at}`, 'xyz'.repeat(10)]) as [string, string][]) },
    ),
    decide(
      'many expressions',
      { rules: many(100, (at) => rule({ tool: { regex: `^(a|b|c){1,50}[a-z]*${at}$` } })) },
      { ...tool, tool: 'abc'.repeat(300) },
    ),
    decide(
      'expressions that count',
      { rules: many(50, () => rule({ tool: { regex: '^((a{1,30}){1,30}){1,30}$' } })) },
      { ...tool, tool: 'a'.repeat(1000) },
      INVALID,
    ),
    decide(
      'too many issues',
      'runs/guarded',
      { kind: 'step', phase: 'p', status: 'warning', warnings: many(2501, () => 'a'), errors: many(2500, () => 'a') },
      INVALID,
    ),
    decide('too many values', 'standard', { ...tool, args: { a: many(100_000, () => 0) } }, INVALID),
    decide('as many values as may be', 'standard', { ...tool, args: { a: many(99_000, () => 0) } }),
    decide('too many rules', { rules: many(1001, (at) => rule({ tool: `t${at}` })) }, tool, INVALID),
    decide('too many expressions', { rules: many(101, (at) => rule({ tool: { regex: `t${at}` } })) }, tool, INVALID),
    decide(
      'too many patterns in one rule',
      {
        delegable: {
          rules: [
            rule({ tool: '*', args: Object.fromEntries(many(1000, (at) => [`a${at}`, '*']) as [string, string][]) }),
          ],
        },
      },
      tool,
      INVALID,
    ),
    decide(
      'an expression on all that there is',
      { rules: many(50, (at) => rule({ tool: '*', args: { '*': { regex: `(a|b)*a(a|b){12}${at}c` } } })) },
      { ...tool, args: Object.fromEntries(many(9, (at) => [`k${at}`, 'ab'.repeat(49_000)]) as [string, string][]) },
    ),
    decide('a long argument', 'standard', { ...tool, args: { a: 'a'.repeat(900 * KIB) } }),
    decide('deep arguments', 'standard', { ...tool, args: { a: deep(60) } }),
    decide('many issues', 'runs/guarded', {
      kind: 'step',
      phase: 'p',
      status: 'warning',
      warnings: many(5000, (at) => `warning ${at}: deprecated`),
    }),
    decide('long issues', 'runs/guarded', {
      kind: 'step',
      phase: 'p',
      status: 'failure',
      errors: many(9, () => `${'error timeout '.repeat(7000)}`),
    }),
    decide('many signals', 'frames/suggest', {
      kind: 'push',
      signals: {
        potentialGoal: 'a '.repeat(200 * KIB),
        currentGoal: 'b '.repeat(200 * KIB),
        recentFileChanges: many(1000, String),
      },
    }),
    decide('many words of a goal', 'frames/suggest', {
      kind: 'pop',
      signals: {
        goalKeywords: many(20_000, String),
        frameArtifacts: many(20_000, String),
        successSignals: many(20_000, String),
      },
    }),
    decide(
      'many milestones',
      { custom_stops: { milestones: many(20_000, (at) => `m${at}`) } },
      {
        kind: 'phase',
        phase: 'tactical',
        milestones: many(20_000, (at) => `n${at}`),
      },
    ),
    decide('an unknown key with many neighbours', { [`${'x'.repeat(50_000)}`]: 1 }, tool, INVALID),
    decide(
      'many unknown keys',
      Object.fromEntries(many(30_000, (at) => [`k${at}`, 1]) as [string, number][]),
      tool,
      INVALID,
    ),
    decide('a preset with a long name', 'p'.repeat(900 * KIB), tool, INVALID),
    post('/v1/policies/compare', 'many rules on both sides', {
      parent: { rules: many(1000, (at) => rule({ tool: `a${at}*` })) },
      child: { rules: many(1000, (at) => rule({ tool: `b${at}*` })) },
    }),
    post('/v1/policies/resolve', 'many overrides', {
      policy: {
        overrides: Object.fromEntries(
          many(5000, (at) => [`p${at}`, { warning_tolerance: 'low' }]) as [string, object][],
        ),
      },
    }),
    post(
      '/v1/policies/resolve',
      'a policy within a policy',
      { policy: { delegable: { delegable: { delegable: {} } } } },
      INVALID,
    ),
    ...[
      ['letters', 'a'.repeat(900 * KIB)],
      ['signs', '-_=+/'.repeat(180 * KIB)],
      ['words', 'key token secret password '.repeat(35 * KIB)],
      ['almost secrets', 'ghp_aaaa AKIAAAAA sk-aaaa eyJhbGciOi.aaaa '.repeat(20 * KIB)],
      ['lines', '-----BEGIN PRIVATE\n'.repeat(45 * KIB)],
      ['addresses', 'https://a:b@'.repeat(70 * KIB)],
    ].map(([what, text]) => ({
      name: `POST /v1/jobs: a text of ${what}`,
      send: {
        method: 'POST',
        path: '/v1/jobs',
        headers: asJson(tokens.agent),
        // Another agent's name, so that nothing begins although everything is read.
        body: JSON.stringify({ agent: 'scout', started_by: 'ada', input: { text } }),
      },
      expected: [403, 'not_authorised'] as const,
    })),
    ...[50, 51].map((depth) => decide(`delegable ${depth} deep`, nested(depth), tool, INVALID)),
  ]
}

function deep(levels: number): unknown {
  let value: unknown = 1
  for (let at = 0; at < levels; at += 1) value = [value]
  return value
}

function nested(levels: number): object {
  let policy: object = {}
  for (let at = 0; at < levels; at += 1) policy = { delegable: policy }
  return policy
}
