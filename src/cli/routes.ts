import { Gate, type GateInput } from '../model/gate.ts'
import type { Verdict } from '../model/verdict.ts'
import type { CompiledPolicy } from '../policy/compile.ts'
import { decide } from '../policy/decide.ts'

/** What happens at one gate of a typical piece of work. */
export interface Stop {
  readonly at: string
  readonly verdict: Verdict
}

/** A typical piece of work, gate by gate, under one policy. */
export interface Route {
  readonly name: string
  readonly stops: readonly Stop[]
}

type Station = readonly [at: string, gate: GateInput]

/** Safe in every respect, so that only what the policy says of actions as such can hold it. */
const SAFE = {
  kind: 'action',
  confidence: 0.95,
  action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low', risk_amplifier: false },
  context: 'agent_autonomous',
} as const

const ROUTES: Readonly<Record<string, readonly Station[]>> = {
  job: [
    ['plan', { kind: 'phase', phase: 'strategic', number: 1 }],
    ['work', { kind: 'phase', phase: 'tactical', number: 2 }],
    ['plan', { kind: 'phase', phase: 'strategic', number: 3 }],
    ['work', { kind: 'phase', phase: 'tactical', number: 4 }],
    ['end', { kind: 'completion' }],
  ],
  run: [
    ['step', { kind: 'step', phase: 'build', status: 'success' }],
    ['low warning', warning('low')],
    ['medium warning', warning('medium')],
    ['low error', error('low')],
    ['high error', error('high')],
  ],
  thread: [
    ['intent', { kind: 'intent', confidence: 0.95 }],
    ['context', { kind: 'context', confidence: 0.95 }],
    ['unsure', { kind: 'context', confidence: 0.3 }],
    ['safe action', SAFE],
    ['risky action', { ...SAFE, action: { ...SAFE.action, irreversibility: 'high' } }],
  ],
  worker: [
    ['note', { kind: 'checkpoint', type: 'note' }],
    ['design', { kind: 'checkpoint', type: 'design_spec_approval' }],
    ['deliverable', { kind: 'checkpoint', type: 'deliverable' }],
    ['final output', { kind: 'checkpoint', type: 'final_output' }],
  ],
  frames: [
    ['push', { kind: 'push', signals: pushSignals() }],
    ['pop', { kind: 'pop', signals: popSignals() }],
  ],
}

/** Where typical work stops under a policy, found by asking it at every gate on the way. */
export function routesUnder(policy: CompiledPolicy): readonly Route[] {
  return Object.entries(ROUTES).map(([name, stations]) => ({
    name,
    stops: stations.map(([at, gate]) => ({ at, verdict: decide(policy, Gate.parse(gate)).verdict })),
  }))
}

function warning(severity: string): GateInput {
  return { kind: 'step', phase: 'build', status: 'warning', warnings: [{ text: 'A warning', severity }] }
}

function error(severity: string): GateInput {
  return { kind: 'step', phase: 'build', status: 'failure', errors: [{ text: 'An error', severity }] }
}

/** As clear a case for a new frame as there is. */
function pushSignals() {
  const recentFileChanges = ['a', 'b', 'c', 'd', 'e', 'f']
  return {
    currentGoal: 'write the parser',
    potentialGoal: 'repair continuous integration',
    recentMessages: 30,
    recentFileChanges,
    errorCount: 4,
    tokenCount: 90_000,
  }
}

/** As clear a case for closing a frame as there is. */
function popSignals() {
  return {
    successSignals: ['parser done', 'tests pass', 'docs written'],
    frameArtifacts: ['parser.ts', 'parser.test.ts', 'parser.md'],
    goalKeywords: ['parser'],
    noProgressTurns: 9,
    failureSignals: ['a', 'b', 'c', 'd'],
    tokenCount: 99_000,
  }
}
