import type { Decision, TraceEntry } from '../../src/model/decision.ts'
import type { GateInput } from '../../src/model/gate.ts'

/** What the picture shows: a gate, and what was decided about it. */
export interface Scene {
  readonly policy: string
  readonly gate: GateInput
  readonly decision: Decision
}

const WIDTH = 1080
const ROW = 30
const TOP = 112
const LOOK = {
  pass: { mark: '✓', word: 'pass', colour: '#2da44e' },
  ask: { mark: '?', word: 'ask', colour: '#bf8700' },
  stop: { mark: '■', word: 'stop', colour: '#cf222e' },
  deny: { mark: '✕', word: 'deny', colour: '#cf222e' },
} as const

/** One decision as a picture: what is asked, what every axis says of it, and what comes out. */
export function decisionPicture({ policy, gate, decision }: Scene): string {
  const rows = decision.trace.map((entry, index) => row(entry, TOP + index * ROW))
  const bottom = TOP + decision.trace.length * ROW + 12
  const changes = (decision.would_allow_if ?? []).map(({ axis, from, to }) => `${axis}: ${say(from)} → ${say(to)}`)
  const height = bottom + 92
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="14" role="img" aria-label="${escape(`A gate and its decision: ${decision.reason}`)}">
<rect width="${WIDTH}" height="${height}" rx="12" fill="#ffffff" stroke="#d0d7de"/>
<text x="28" y="40" fill="#57606a">gate</text><text x="120" y="40" fill="#1f2328">${escape(JSON.stringify(gate))}</text>
<text x="28" y="66" fill="#57606a">policy</text><text x="120" y="66" fill="#1f2328">${escape(policy)}</text>
<line x1="28" y1="84" x2="${WIDTH - 28}" y2="84" stroke="#d0d7de"/>
${rows.join('\n')}
<line x1="28" y1="${bottom}" x2="${WIDTH - 28}" y2="${bottom}" stroke="#d0d7de"/>
<text x="28" y="${bottom + 32}" fill="#57606a">verdict</text><text x="120" y="${bottom + 32}" font-weight="bold" fill="${colourOf(decision)}">${decision.verdict}</text><text x="180" y="${bottom + 32}" fill="#1f2328">${escape(decision.reason)}</text>
<text x="28" y="${bottom + 62}" fill="#57606a">allowed if</text><text x="120" y="${bottom + 62}" fill="#1f2328">${escape(changes.join(';  '))}</text>
</svg>
`
}

function row({ axis, outcome, because }: TraceEntry, y: number): string {
  const { mark, word, colour } = LOOK[outcome]
  return `<text x="28" y="${y}" fill="${colour}" font-weight="bold">${mark} ${word}</text><text x="120" y="${y}" fill="#1f2328">${axis}</text><text x="390" y="${y}" fill="#57606a">${escape(because)}</text>`
}

function colourOf({ verdict }: Decision): string {
  return verdict === 'allow' ? LOOK.pass.colour : LOOK[verdict].colour
}

function say(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
