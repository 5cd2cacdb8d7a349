import { expect, test } from 'vitest'
import { Gate, type GateOf } from '../model/gate.ts'
import { catalog } from '../testing/catalog.ts'
import { judgeTolerance } from './judge-tolerance.ts'
import { resolvePolicy } from './resolve.ts'
import { issuesOf, reportStep } from './step-report.ts'

function judged(tolerance: string, severities: readonly string[]) {
  const run = resolvePolicy({ warning_tolerance: tolerance }, catalog)
  const warnings = severities.map((severity) => ({ text: 'x', severity }))
  const gate = Gate.parse({ kind: 'step', phase: 'b', status: 'warning', warnings }) as GateOf<'step'>
  const judgeOf = judgeTolerance({
    axis: 'warning_tolerance',
    issues: 'warnings',
    outcome: () => 'ask',
    fine: 'all is well',
    name: (severity) => `a ${severity} one`,
  })
  const { judge, relax } = judgeOf(run)
  const evidence = { step: reportStep(run, gate, issuesOf(gate)) }
  return { entry: judge(gate, evidence), again: judge(gate, evidence), relaxed: relax(gate, evidence) }
}

test.for([
  // tolerance  warnings           worst
  ['none', [], 'none'],
  ['high', [], 'none'],
  ['low', ['low'], 'low'],
  ['high', ['medium', 'high'], 'high'],
] as const)('%s tolerates %j', ([tolerance, severities, observed]) => {
  const { entry, again } = judged(tolerance, severities)
  expect(entry).toEqual({
    axis: 'warning_tolerance',
    outcome: 'pass',
    observed,
    limit: tolerance,
    because: 'all is well',
  })
  expect(again).toBe(entry)
})

test.for([
  ['none', ['low'], 'low'],
  ['low', ['low', 'high', 'medium'], 'high'],
  ['medium', ['high'], 'high'],
] as const)('%s does not tolerate %j, and would have to be %s', ([tolerance, severities, worst]) => {
  const { entry, again, relaxed } = judged(tolerance, severities)
  expect(entry).toEqual({
    axis: 'warning_tolerance',
    outcome: 'ask',
    observed: worst,
    limit: tolerance,
    because: `a ${worst} one is above the tolerance ${tolerance}`,
  })
  expect(again).toBe(entry)
  expect(relaxed).toEqual({ warning_tolerance: worst })
})
