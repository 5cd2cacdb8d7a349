import type { PolicyDocument } from '../../src/policy/policy-document.ts'

/** What every contender is asked to enforce on tool calls, in our words. What is not named comes from `standard`. */
export const TOOL_POLICY = {
  rules: [
    { match: { tool: 'shell', args: { command: 'rm *' } }, then: 'deny' },
    { match: { tool: 'deploy' }, then: 'ask' },
    { match: { tool: 'read_file', args: { path: 'src/*' } }, then: 'allow' },
    { match: { tool: 'write_file', args: { path: 'src/*' } }, then: 'allow' },
  ],
  checkpoint_types: ['deliverable', 'design_spec_approval', 'pre_render'],
  irreversibility_threshold: 'medium',
  regret_potential_threshold: 'medium',
  pause_on_risk_amplifier: true,
  risk_tolerance: { financial_cents: 50, privacy: 'none', accuracy: 'low_stakes', compute: 'background' },
  allowed_invocation_contexts: ['action_proposal', 'agent_autonomous'],
  budget_usd: 0.5,
} as const satisfies PolicyDocument

/** The same limits where a thread's agent may act by itself. */
export const ACTION_POLICY = {
  preset: 'threads/end_to_end',
  checkpoint_types: TOOL_POLICY.checkpoint_types,
  risk_tolerance: TOOL_POLICY.risk_tolerance,
} as const satisfies PolicyDocument
