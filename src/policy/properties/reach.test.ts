import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GATE_KINDS } from '../../model/gate.ts'
import { VERDICTS } from '../../model/verdict.ts'
import { decideFresh, familyQuestion, question, severityOf, withHeuristicsOf } from '../../testing/arbitraries.ts'
import { TIGHTENABLE, tighten, tightenableFor } from '../../testing/arbitrary-tightening.ts'
import { AXES } from '../axes.ts'
import { compare } from '../compare.ts'
import { AXES_OF } from '../compile.ts'
import { meet } from '../meet.ts'

// Always the same questions, however many the properties ask: this looks at the generators, not at the product.
const asked = fc.sample(question(2), { numRuns: 3000, seed: 7 })
const answers = asked.map(({ gate, policies: [policy] }) => ({
  gate,
  policy: policy!,
  decision: decideFresh(policy!, gate),
}))

const MAY_STOP = ['warning_tolerance', 'error_tolerance', 'limits']

test.for(GATE_KINDS.map((kind) => [kind]))(
  'gates of kind %s meet every outcome of every axis that judges them',
  ([kind]) => {
    const seen = new Set(
      answers
        .filter(({ gate }) => gate.kind === kind)
        .flatMap(({ decision }) => decision.trace.map(({ axis, outcome }) => `${axis} ${outcome}`)),
    )
    for (const { name } of AXES_OF[kind!]) {
      for (const outcome of outcomesOf(name)) expect(seen).toContain(`${name} ${outcome}`)
    }
  },
)

test('every verdict is reached, and allow and ask by every kind of gate that can be asked about', () => {
  expect(new Set(answers.map(({ decision }) => decision.verdict))).toEqual(new Set(VERDICTS))
  for (const kind of GATE_KINDS) {
    const verdicts = new Set(answers.filter(({ gate }) => gate.kind === kind).map(({ decision }) => decision.verdict))
    expect(verdicts).toContain('allow')
    expect(verdicts).toContain('ask')
  }
})

test('one gate in five is allowed, and one in five is not', () => {
  const allowed = answers.filter(({ decision }) => decision.verdict === 'allow').length
  expect(allowed).toBeGreaterThan(asked.length / 5)
  expect(asked.length - allowed).toBeGreaterThan(asked.length / 5)
})

test('every axis is somewhere the only one that holds a gate', () => {
  const alone = new Set(
    answers
      .map(({ decision }) => decision.trace.filter(({ outcome }) => outcome !== 'pass'))
      .filter((failing) => failing.length === 1)
      .map(([only]) => only!.axis),
  )
  const judging = AXES.filter((axis) => axis.judges.length > 0 && axis.name !== 'combined_inference')
  expect([...alone].sort()).toEqual(judging.map((axis) => axis.name).sort())
})

test('changes of every axis are named, and sometimes none helps', () => {
  const named = answers.flatMap(({ decision }) => (decision.would_allow_if ?? []).map(({ axis }) => axis))
  expect(new Set(named)).toEqual(new Set(AXES.map((axis) => axis.name).filter((name) => name !== 'combined_inference')))
  expect(answers.some(({ decision }) => decision.would_allow_if === null)).toBe(true)
  expect(answers.some(({ decision }) => (decision.would_allow_if?.length ?? 0) > 2)).toBe(true)
})

test('rules match and vouch, reports are cut, phases have settings of their own', () => {
  const vouches = answers.filter(({ decision }) =>
    decision.trace.some(({ axis, outcome, limit }) => axis === 'rules' && outcome === 'pass' && limit !== null),
  )
  const cut = answers.filter(
    ({ decision }) => decision.truncated && decision.collected!.warnings.length < decision.totals!.warnings,
  )
  const overridden = answers.filter(
    ({ gate, policy }) =>
      (gate.kind === 'step' || gate.kind === 'phase') && Object.hasOwn(policy.overrides, gate.phase),
  )
  for (const some of [vouches, cut, overridden]) expect(some.length).toBeGreaterThan(5)
})

test('tightening each axis makes some verdict more severe, and once lets a limit give way to a question', () => {
  const telling = new Set<string>()
  let givesWay = 0
  for (const [index, { gate, policy, decision }] of answers.entries()) {
    const open = tightenableFor(gate.kind).filter((axis) => !telling.has(axis) || axis === 'warning_tolerance')
    for (const axis of open) {
      const after = decideFresh(tighten(policy, axis, [index, index >> 2, index >> 4]), gate)
      if (severityOf(after) > severityOf(decision)) telling.add(axis)
      if (severityOf(after) < severityOf(decision)) givesWay++
    }
  }
  expect([...telling].sort()).toEqual([...TIGHTENABLE].sort())
  expect(givesWay).toBeGreaterThan(0)
})

test('meeting another policy makes some verdict more severe than both, and leaves others as they are', () => {
  const changes = asked.slice(0, 600).map(({ gate, policies }) => {
    const [a, b] = [policies[0]!, withHeuristicsOf(policies[1]!, policies[0]!)]
    return severityOf(decideFresh(meet(a, b), gate)) - severityOf(decideFresh(a, gate))
  })
  expect(changes.filter((change) => change > 0).length).toBeGreaterThan(60)
  expect(changes.filter((change) => change === 0).length).toBeGreaterThan(60)
})

test('children are legal and illegal, and parents often hand on something else than they are', () => {
  const families = fc.sample(familyQuestion(2), { numRuns: 300, seed: 7 })
  const illegal = families.filter(({ policies: [parent, child] }) => !compare(parent!, child!).legal).length
  expect(illegal).toBeGreaterThan(100)
  expect(families.filter(({ policies: [parent] }) => Object.keys(parent!.delegable).length > 0).length).toBeGreaterThan(
    50,
  )
  expect(families.length - illegal).toBeGreaterThan(5)
})

function outcomesOf(axis: string): readonly string[] {
  if (axis === 'combined_inference') return ['pass']
  if (axis === 'rules' || axis === 'frames') return ['pass', 'ask', 'deny']
  if (!MAY_STOP.includes(axis)) return ['pass', 'ask']
  return axis === 'warning_tolerance' ? ['pass', 'ask', 'stop'] : ['pass', 'stop']
}
