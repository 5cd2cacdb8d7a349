import type { Decision } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import { harmless } from '../model/harmless.ts'
import { explain } from '../policy/explain.ts'
import { compilePattern } from '../policy/patterns/pattern.ts'
import type { Policy } from '../policy/policy.ts'
import { misleadingPatterns } from '../policy/rules/misleading-patterns.ts'
import { drawExplanation } from './draw-explanation.ts'
import type { DecisionRead } from './read-decision.ts'
import type { Page } from './text/page.ts'
import { shorten } from './text/shorten.ts'
import { drawTable } from './text/table.ts'
import { wrap } from './text/wrap.ts'

/** Where a line stands; without a file it came from standard input. */
interface Place {
  readonly file: string | undefined
  readonly number: number
  /** Where what an axis holds against was said; absent where the policy is not one that is configured here. */
  readonly saidBy?: ((axis: string) => string) | undefined
}

/** What one line of a log tells a person, under a label by which the line is found again. */
export function drawLine(
  { decision, gate, problem, policy }: DecisionRead,
  { file, number, saidBy }: Place,
  page: Page,
): string {
  const place = file === undefined ? `line ${number}` : `${harmless(file)}:${number}`
  if (decision === undefined) {
    const { path, message } = problem
    const at = path === '' ? place : `${place}: ${harmless(path)}`
    return `${page.paint(['bold', 'red'], '✗ Error:')} ${at}: ${shorten(harmless(message))}`
  }
  const parts = [
    place,
    ...(gate === undefined ? [] : [gateText(gate)]),
    `policy ${shortDigest(decision.policy_digest)}`,
  ]
  const label = wrap(parts.join(' · '), page.width).map((line) => page.paint('dim', line))
  return [
    ...label,
    drawExplanation(explain(decision, gate), page),
    ...drawSaid(decision, saidBy, page),
    ...drawMisleading(policy, gate, page),
  ].join('\n')
}

/** Whoever wonders why a rule for the tool does not speak up reads that it was hardly meant so. */
function drawMisleading(policy: Policy | undefined, gate: Gate | undefined, page: Page): readonly string[] {
  if (gate?.kind !== 'tool') return []
  const rules = policy?.rules.filter(({ match }) => compilePattern(match.tool)(gate.tool))
  return misleadingPatterns(rules).flatMap(({ message }) => [
    '',
    ...wrap(`warning: ${shorten(harmless(message))}`, page.width - 2).map((line) => `  ${page.paint('yellow', line)}`),
  ])
}

/** Whoever wants it otherwise goes there. */
function drawSaid({ trace }: Decision, saidBy: Place['saidBy'], page: Page): readonly string[] {
  const axes = saidBy === undefined ? [] : trace.filter(({ outcome }) => outcome !== 'pass').map(({ axis }) => axis)
  if (saidBy === undefined || axes.length === 0) return []
  const rows = axes.map((axis) => [{ text: harmless(axis) }, { text: saidBy(axis), format: 'cyan' } as const])
  return ['', `  ${page.paint('bold', 'Where that was said:')}`, drawTable({ rows, indent: 2 }, page)]
}

function gateText(gate: Gate): string {
  return gate.kind === 'tool' ? `tool ${shorten(harmless(gate.tool))}` : gate.kind
}

const DIGEST_LETTERS = 'sha256:'.length + 8

/** Enough to tell policies apart by eye. */
function shortDigest(digest: string): string {
  return harmless(digest.slice(0, DIGEST_LETTERS))
}
