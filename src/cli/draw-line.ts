import type { Gate } from '../model/gate.ts'
import { harmless } from '../model/harmless.ts'
import { explain } from '../policy/explain.ts'
import { drawExplanation } from './draw-explanation.ts'
import type { DecisionRead } from './read-decision.ts'
import type { Page } from './text/page.ts'
import { shorten } from './text/shorten.ts'
import { wrap } from './text/wrap.ts'

/** Where a line stands; without a file it came from standard input. */
interface Place {
  readonly file: string | undefined
  readonly number: number
}

/** What one line of a log tells a person, under a label by which the line is found again. */
export function drawLine({ decision, gate, problem }: DecisionRead, { file, number }: Place, page: Page): string {
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
  return [...label, drawExplanation(explain(decision, gate), page)].join('\n')
}

function gateText(gate: Gate): string {
  return gate.kind === 'tool' ? `tool ${shorten(harmless(gate.tool))}` : gate.kind
}

const DIGEST_LETTERS = 'sha256:'.length + 8

/** Enough to tell policies apart by eye. */
function shortDigest(digest: string): string {
  return harmless(digest.slice(0, DIGEST_LETTERS))
}
