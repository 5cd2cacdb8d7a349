import { expect, test } from 'vitest'
import type { GateInput } from '../../model/gate.ts'
import { catalog, decideUnder } from '../../testing/catalog.ts'
import { entryOf, failingAxes } from '../../testing/failing-axes.ts'
import { resolvePolicy } from '../resolve.ts'

type ToolGate = Extract<GateInput, { kind: 'tool' }>
const rule = (tool: unknown, then: string, args?: object) => ({ match: { tool, ...(args && { args }) }, then })
const call = (tool: string, gate: Partial<ToolGate> = {}): ToolGate => ({ kind: 'tool', tool, ...gate })
/** Every axis but rules lets everything pass. */
const open = (rules: readonly object[]) => ({ preset: 'jobs/full', rules })

function permutations<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length < 2) return [items]
  return items.flatMap((item) => permutations(items.filter((other) => other !== item)).map((rest) => [item, ...rest]))
}

test.for([
  // what matches                 verdict
  [['allow'], 'allow'],
  [['ask'], 'ask'],
  [['deny'], 'deny'],
  [['allow', 'ask'], 'ask'],
  [['allow', 'deny'], 'deny'],
  [['ask', 'deny'], 'deny'],
  [['allow', 'ask', 'deny'], 'deny'],
] as const)('of %j the most severe wins, in any order', ([verdicts, expected]) => {
  const patterns = { allow: 'r*', ask: '*m', deny: 'rm' }
  for (const order of permutations(verdicts)) {
    expect(decideUnder(open(order.map((then) => rule(patterns[then], then))), call('rm')).verdict).toBe(expected)
    expect(decideUnder(open(order.map((then) => rule('rm', then))), call('rm')).verdict).toBe(expected)
  }
})

test('the whole decision is the same for every order of three rules', () => {
  const rules = [rule('r*', 'allow'), rule('*m', 'ask', { path: '/*' }), rule('rm', 'deny', { force: 'true' })]
  for (const gate of [call('rm', { args: { path: '/etc' } }), call('rm', { args: { force: true } }), call('ls')]) {
    const decisions = permutations(rules).map((order) => decideUnder({ rules: order }, gate))
    for (const decision of decisions) expect(decision).toEqual(decisions[0])
  }
})

test('without a matching rule the rules pass, and say so', () => {
  expect(entryOf('rules', { rules: [rule('rm', 'deny')] }, call('ls'))).toMatchObject({ outcome: 'pass', limit: null })
  expect(entryOf('rules', 'standard', call('ls'))).toMatchObject({ outcome: 'pass', limit: null })
})

test('the trace shows the rule that won', () => {
  const winner = rule('rm', 'deny')
  expect(entryOf('rules', { rules: [rule('*', 'ask'), winner] }, call('rm')).limit).toEqual(winner)
})

test.for<[unknown, string, boolean]>([
  // tool pattern        tool            matches
  ['rm', 'rm', true],
  ['rm', 'rmdir', false],
  ['rm', 'RM', false],
  ['rm*', 'rmdir', true],
  ['*', 'anything at all', true],
  ['mcp__*__delete', 'mcp__files__delete', true],
  ['mcp__*__delete', 'mcp__files__deleted', false],
  ['r?', 'rm', true],
  [{ regex: '^(rm|dd)$' }, 'dd', true],
  [{ regex: '^(rm|dd)$' }, 'add', false],
])('a rule for %j and a call of %s', ([pattern, tool, matches]) => {
  expect(decideUnder(open([rule(pattern, 'deny')]), call(tool)).verdict).toBe(matches ? 'deny' : 'allow')
})

test.for<[string, string]>([
  // tool called           verdict
  ['read', 'allow'],
  ['read_all', 'ask'],
  ['delete', 'deny'],
  ['delete_all', 'ask'],
  ['write', 'allow'],
  ['a*', 'deny'],
  ['ab', 'allow'],
  ['a?_all', 'deny'],
])('beside rules for the names of tools, patterns speak of every tool that fits them: %s', ([tool, verdict]) => {
  const named = [rule('read', 'allow'), rule('read', 'ask', { path: '/*' }), rule('delete', 'deny')]
  const patterned = [rule('*_all', 'ask'), rule('dele?e', 'ask'), rule('a\\*', 'deny'), rule('a\\?_all', 'deny')]
  const policy = open([...named, ...patterned])
  expect(decideUnder(policy, call(tool)).verdict).toBe(verdict)
  expect(decideUnder(policy, call(tool)).verdict).toBe(verdict)
})

test.for<[object, Record<string, unknown>, boolean]>([
  // argument patterns             arguments                          matches
  [{ path: '/etc/*' }, { path: '/etc/passwd' }, true],
  [{ path: '/etc/*' }, { path: '/home/x' }, false],
  [{ path: '/etc/*' }, {}, false],
  [{ force: 'true' }, { force: true }, true],
  [{ count: '3' }, { count: 3 }, true],
  [{ 'options.mode': 'w*' }, { options: { mode: 'write' } }, true],
  [{ 'options.mode': 'w*' }, { options: { mode: 'read' } }, false],
  [{ 'files.*': '*.key' }, { files: ['a.txt', 'b.key'] }, true],
  [{ command: { regex: 'rm\\s+-rf' } }, { command: 'sudo rm  -rf /' }, true],
  [{ command: 'rm -rf *' }, { command: ['rm', '-rf', '/'] }, true],
  [{ a: 'x', b: 'y' }, { a: 'x', b: 'y' }, true],
  [{ a: 'x', b: 'y' }, { a: 'x', b: 'z' }, false],
])('a rule for the arguments %j and the arguments %j', ([patterns, args, matches]) => {
  expect(decideUnder(open([rule('*', 'ask', patterns)]), call('sh', { args })).verdict).toBe(matches ? 'ask' : 'allow')
})

test('to hold a call one piece of an argument is enough, to vouch for it every piece has to fit', () => {
  const gate = call('read', { args: { files: ['src/a', '/etc/passwd'] } })
  expect(decideUnder(open([rule('read', 'deny', { files: '/etc/*' })]), gate).verdict).toBe('deny')
  const vouching = { ...open([rule('read', 'allow', { files: 'src/*' })]), irreversibility_threshold: 'low' }
  expect(failingAxes(vouching, gate)).toEqual(['irreversibility_threshold'])
})

/** The strictest thresholds, so that what a call is taken for shows in the trace. */
const strict = {
  irreversibility_threshold: 'low',
  regret_potential_threshold: 'low',
  pause_on_risk_amplifier: true,
  checkpoint_types: 'none',
} as const

const AXES = ['irreversibility_threshold', 'regret_potential_threshold', 'pause_on_risk_amplifier'] as const
const riskOf = (gate: ToolGate, policy: object = strict) => AXES.map((axis) => entryOf(axis, policy, gate).observed)

test.for<[NonNullable<ToolGate['annotations']>, readonly [string, string, boolean]]>([
  // annotations                                                  irreversibility  regret  amplifier
  [{}, ['high', 'medium', true]],
  [{ title: 'Nice' }, ['high', 'medium', true]],
  [{ readOnlyHint: true }, ['low', 'low', false]],
  [{ readOnlyHint: true, destructiveHint: true, openWorldHint: true }, ['low', 'low', false]],
  [{ readOnlyHint: false }, ['high', 'medium', true]],
  [{ destructiveHint: true }, ['high', 'medium', true]],
  [{ destructiveHint: false }, ['low', 'medium', true]],
  [{ idempotentHint: true }, ['high', 'low', true]],
  [{ idempotentHint: false }, ['high', 'medium', true]],
  [{ openWorldHint: true }, ['high', 'medium', true]],
  [{ openWorldHint: false }, ['high', 'medium', false]],
  [{ destructiveHint: false, idempotentHint: true, openWorldHint: false }, ['low', 'low', false]],
  [{ destructiveHint: false, idempotentHint: true, openWorldHint: true }, ['low', 'low', true]],
  [{ readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false }, ['high', 'low', false]],
])('a tool with the annotations %j', ([annotations, risk]) => {
  expect(riskOf(call('x', { annotations }))).toEqual(risk)
})

test('a matching allow vouches for low, low and no amplifier', () => {
  const policy = { ...strict, rules: [rule('rm', 'allow')] }
  const gate = call('rm', { annotations: { destructiveHint: true, openWorldHint: true } })
  expect(riskOf(gate, policy)).toEqual(['low', 'low', false])
  expect(decideUnder(policy, gate).verdict).toBe('allow')
  expect(riskOf(call('dd'), policy)).toEqual(['high', 'medium', true])
})

test('an allow vouches for the risk also where a more severe rule decides about the call', () => {
  const policy = { ...strict, rules: [rule('rm', 'allow'), rule('r*', 'ask')] }
  expect(riskOf(call('rm'), policy)).toEqual(['low', 'low', false])
  expect(failingAxes(policy, call('rm'))).toEqual(['rules'])
})

test.for<[string, object, Partial<ToolGate>]>([
  ['risk_tolerance', {}, { risk_profile: { privacy: 'public' } }],
  ['allowed_invocation_contexts', {}, { context: 'user_invocation' }],
  ['budget_usd', {}, { spent_usd: 0.51 }],
  ['checkpoint_types', { checkpoint_types: ['tool_call'] }, {}],
  ['checkpoint_types', { checkpoint_types: 'all' }, {}],
])('an allow does not lift %s', ([axis, policy, evidence]) => {
  const rules = [rule('rm', 'allow')]
  expect(failingAxes({ ...policy, rules }, call('rm', evidence))).toEqual([axis])
})

test.for(['risk_tolerance', 'allowed_invocation_contexts', 'budget_usd'])(
  '%s is not judged where a tool gate does not say it',
  (axis) => {
    expect(entryOf(axis, 'standard', call('ls'))).toMatchObject({
      outcome: 'pass',
      observed: null,
      because: expect.stringContaining('not judged'),
    })
  },
)

test('a rule is only about tools', () => {
  const policy = { preset: 'jobs/full', rules: [rule('*', 'deny')] }
  expect(decideUnder(policy, { kind: 'completion' }).verdict).toBe('allow')
})

test('a rule says why it is there', () => {
  const rules = [{ ...rule('rm', 'deny'), because: 'files are kept for the auditor' }]
  expect(decideUnder({ rules }, call('rm')).reason).toContain('files are kept for the auditor')
})

test('an allow beside a hold of the same call is kept, because it counts once the hold is gone', () => {
  const rules = [rule('a', 'allow'), rule('a', 'ask')]
  expect(resolvePolicy({ rules }, catalog).rules).toEqual([rule('a', 'ask'), rule('a', 'allow')])
})

test('rules are kept most severe first, each once', () => {
  const rules = [rule('a', 'allow'), rule('b', 'ask'), rule('a', 'allow'), rule('b', 'deny'), rule('a', 'deny')]
  expect(resolvePolicy({ rules }, catalog).rules).toEqual([rule('a', 'deny'), rule('b', 'deny'), rule('a', 'allow')])
})

test('a rule that holds a call vouches for nothing', () => {
  for (const then of ['ask', 'deny']) {
    expect(riskOf(call('rm'), { ...strict, rules: [rule('rm', then)] })).toEqual(['high', 'medium', true])
  }
})

test('of two rules that say the same, one that gives a reason is kept, in any order', () => {
  const bare = rule('rm', 'deny')
  const [ada, bob] = [
    { ...bare, because: 'Ada said so' },
    { ...bare, because: 'Bob said so' },
  ]
  for (const rules of permutations([bare, ada, bob])) expect(resolvePolicy({ rules }, catalog).rules).toEqual([ada])
})
