import type { GivenTo } from '../../src/api/operations.ts'

type Gate = GivenTo<'decide'>['gate']

/** One gate on the way of a typical piece of work. */
export interface Station {
  readonly at: string
  readonly gate: Gate
}

/** Safe in every respect, so that only what the policy says of actions as such can hold it. */
const SAFE = {
  kind: 'action',
  confidence: 0.95,
  action: { kind: 'standard', irreversibility: 'low', regret_potential: 'low', risk_amplifier: false },
  context: 'agent_autonomous',
} as const

/** Typical pieces of work, gate by gate: where a policy stops them is its picture. */
export const TYPICAL: Readonly<Record<string, readonly Station[]>> = {
  job: [
    { at: 'plan', gate: { kind: 'phase', phase: 'strategic', number: 1 } },
    { at: 'work', gate: { kind: 'phase', phase: 'tactical', number: 2 } },
    { at: 'plan', gate: { kind: 'phase', phase: 'strategic', number: 3 } },
    { at: 'work', gate: { kind: 'phase', phase: 'tactical', number: 4 } },
    { at: 'end', gate: { kind: 'completion' } },
  ],
  run: [
    { at: 'step', gate: { kind: 'step', phase: 'build', status: 'success' } },
    { at: 'low warning', gate: warning('low') },
    { at: 'medium warning', gate: warning('medium') },
    { at: 'high warning', gate: warning('high') },
  ],
  thread: [
    { at: 'intent', gate: { kind: 'intent', confidence: 0.95 } },
    { at: 'context', gate: { kind: 'context', confidence: 0.95 } },
    { at: 'unsure', gate: { kind: 'context', confidence: 0.3 } },
    { at: 'safe action', gate: SAFE },
    { at: 'risky action', gate: { ...SAFE, action: { ...SAFE.action, irreversibility: 'high' } } },
  ],
  worker: [
    { at: 'note', gate: { kind: 'checkpoint', type: 'note' } },
    { at: 'design', gate: { kind: 'checkpoint', type: 'design_spec_approval' } },
    { at: 'deliverable', gate: { kind: 'checkpoint', type: 'deliverable' } },
    { at: 'final output', gate: { kind: 'checkpoint', type: 'final_output' } },
  ],
  tool: [
    {
      at: 'reads',
      gate: { kind: 'tool', tool: 'read_file', annotations: { readOnlyHint: true, openWorldHint: false } },
    },
    {
      at: 'writes',
      gate: { kind: 'tool', tool: 'write_file', annotations: { destructiveHint: false, openWorldHint: false } },
    },
    { at: 'unknown', gate: { kind: 'tool', tool: 'send_invoice' } },
  ],
}

function warning(severity: string): Gate {
  return { kind: 'step', phase: 'build', status: 'warning', warnings: [{ text: 'A warning', severity }] }
}
