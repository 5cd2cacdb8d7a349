/** The states of a thread, in the order in which a thread meets them. */
export const THREAD_STATES = [
  'proposed',
  'awaiting_inference',
  'inferring_intent',
  'inferring_context',
  'inferring_action',
  'awaiting_intent_confirmation',
  'awaiting_intent_clarification',
  'awaiting_context_confirmation',
  'awaiting_context_clarification',
  'awaiting_action_clarification',
  'awaiting_confirmation',
  'executing',
  'monitoring',
  'awaiting_review',
  'awaiting_redirect',
  'cleaning_up',
  'done_cleanup_successful',
  'done_cleanup_unsuccessful',
  'done',
  'dismissed',
  'handed_off',
] as const
export type ThreadState = (typeof THREAD_STATES)[number]

/** The events of a thread for which a person's consent may be required. */
export const CONSENT_KINDS = [
  'intent_inferred',
  'intent_confirmed',
  'context_inferred',
  'context_confirmed',
  'action_inferred',
  'action_picked',
  'action_approved',
] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** Where an inference runs, cheapest first: the position is the rank. */
export const TIERS = [
  'local_tool_calling',
  'local_fast',
  'frontier_fast',
  'frontier_balanced',
  'frontier_best',
  'agent_headless',
  'user',
] as const
export type Tier = (typeof TIERS)[number]

/** What kind of action an agent proposes. A clarification is a question, so it always goes to a person. */
export const ACTION_KINDS = ['standard', 'improvised', 'suggestion', 'clarification'] as const
export type ActionKind = (typeof ACTION_KINDS)[number]

/** From where an action or a tool is called. */
export const INVOCATION_CONTEXTS = [
  'agent_conversation',
  'agent_autonomous',
  'fsm_internal',
  'action_proposal',
  'user_invocation',
] as const
export type InvocationContext = (typeof INVOCATION_CONTEXTS)[number]
