import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GATE_KINDS, type GateInput } from '../../src/model/gate.ts'

/** One line of the stream. */
export interface StreamRequest {
  readonly policy?: unknown
  readonly gate: GateInput
}

const BLOCK = 1_000
/** Every so many lines a policy comes that never came before, so that keeping every policy would show. */
const NEW_POLICY_EVERY = 100

const profile = { financial_cents: 10, privacy: 'none', accuracy: 'low_stakes', compute: 'instant' }
const rules = [
  { match: { tool: 'shell', args: { command: 'rm *' } }, then: 'deny' },
  { match: { tool: 'read_*' }, then: 'allow' },
]
const POLICIES: readonly unknown[] = [
  undefined,
  'standard',
  'jobs/full',
  'runs/guarded',
  { preset: 'jobs/guided', rules },
]

/** Gates that come in turns, each made from the number of its line. */
type Mix = readonly ((line: number) => GateInput)[]

const GATES: Mix = [
  (line) => ({
    kind: 'tool',
    tool: 'read_file',
    args: { path: `src/${line}.ts` },
    annotations: { readOnlyHint: true },
  }),
  (line) => ({ kind: 'tool', tool: 'shell', args: { command: `rm -rf build/${line}` }, context: 'agent_autonomous' }),
  (line) => ({ kind: 'phase', phase: 'tactical', number: (line % 9) + 1 }),
  (line) => ({ kind: 'step', phase: 'build', status: 'success', totals: { warnings: line % 40 } }),
  (line) => ({ kind: 'intent', confidence: (line % 100) / 100 }),
  (line) => ({
    kind: 'action',
    confidence: 0.9,
    action: { kind: 'standard', name: `reply ${line}`, irreversibility: 'low', regret_potential: 'low' },
    risk_profile: profile,
    spent_usd: (line % 60) / 100,
  }),
  (line) => ({ kind: 'step', phase: 'build', status: 'warning', warnings: [`unused import in line ${line}`] }),
  () => ({ kind: 'completion' }),
  (line) => ({ kind: 'checkpoint', type: line % 2 === 0 ? 'deliverable' : `draft_${line}` }),
  (line) => ({ kind: 'phase_start', phase: `phase ${line % 20}` }),
  (line) => ({ kind: 'context', confidence: String((line % 100) / 100) }),
  (line) => ({ kind: 'push', signals: { potentialGoal: `fix page ${line}`, errorCount: line % 5, tokenCount: line } }),
  (line) => ({ kind: 'pop', signals: { successSignals: ['tests pass'], noProgressTurns: line % 7, tokenCount: line } }),
]

/** After so many lines everything comes again that a gate counts in turns. */
const PERIOD = 12_600

/** The streams that are measured: all kinds of gate in turns, of which half come again; those that never do; and each kind by itself. */
export const MIXES: Readonly<Record<string, Mix>> = {
  mixed: GATES,
  unlike: GATES.filter((make) => JSON.stringify(make(0)) !== JSON.stringify(make(PERIOD))),
  ...Object.fromEntries(GATE_KINDS.map((kind) => [kind, GATES.filter((make) => make(0).kind === kind)])),
}

/** The request of a line; the same number gives the same request for ever. */
export function requestOf(line: number, mix: Mix = GATES): StreamRequest {
  const gate = (mix[line % mix.length] as Mix[number])(line)
  if (line % NEW_POLICY_EVERY === 0) return { policy: { budget_usd: line / 1000 }, gate }
  const policy = POLICIES[line % POLICIES.length]
  return policy === undefined ? { gate } : { policy, gate }
}

/** Writes the requests of the first lines to a file, without ever holding them all. */
export async function writeRequests(path: string, lines: number, mix: Mix = GATES): Promise<void> {
  await pipeline(Readable.from(blocks(lines, mix)), createWriteStream(path))
}

function* blocks(lines: number, mix: Mix): Generator<string> {
  for (let from = 0; from < lines; from += BLOCK) {
    const size = Math.min(BLOCK, lines - from)
    yield Array.from({ length: size }, (_, index) => `${JSON.stringify(requestOf(from + index, mix))}\n`).join('')
  }
}
