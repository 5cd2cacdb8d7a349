import {
  type AuthorizationAnswer,
  isAuthorized,
  preparsePolicySet,
  statefulIsAuthorized,
} from '@cedar-policy/cedar-wasm/nodejs'
import type { Contender } from '../../contender.ts'
import { peerContender } from '../peer.ts'
import { type CallRequest, LIMITS } from '../request.ts'

// Cedar's numbers are whole, so money is counted in millionths.
const MICRO = 1_000_000

const everywhere = `!${JSON.stringify(LIMITS.heldTypes)}.contains(context.type)
  && context.cents <= ${LIMITS.cents} && context.privacy <= ${LIMITS.privacy}
  && context.accuracy <= ${LIMITS.accuracy} && context.compute <= ${LIMITS.compute}
  && ${JSON.stringify(LIMITS.contexts)}.contains(context.context) && context.spent <= ${LIMITS.budget * MICRO}`

const POLICIES = `
permit (principal, action == Action::"call", resource) when {
  context.irreversibility <= ${LIMITS.irreversibility} && context.regret <= ${LIMITS.regret} && !context.amplifier
  && ${everywhere}
};
permit (principal, action == Action::"call", resource == Tool::"read_file") when {
  context.argument like "src/*" && ${everywhere}
};
permit (principal, action == Action::"call", resource == Tool::"write_file") when {
  context.argument like "src/*" && ${everywhere}
};
forbid (principal, action == Action::"call", resource == Tool::"deploy");
forbid (principal, action == Action::"call", resource == Tool::"shell") when { context.argument like "rm *" };
`

const POLICY_SET = 'bench'

/** Cedar in its fastest way: the policies are parsed once and kept in its memory. */
export function openCedar(): Promise<Contender> {
  const parsed = preparsePolicySet(POLICY_SET, { staticPolicies: POLICIES })
  if (parsed.type !== 'success') throw new Error(`Cedar refuses the policy: ${JSON.stringify(parsed.errors)}`)
  return peerContender({
    name: 'Cedar',
    answers: ANSWERS,
    prepare: (request) => ({ ...questionOf(request), preparsedPolicySetId: POLICY_SET }),
    ask: (call) => isYes(statefulIsAuthorized(call)),
  })
}

/** Cedar by its basic call, which is given the policies with every question. */
export function openStatelessCedar(): Promise<Contender> {
  return peerContender({
    name: 'Cedar, stateless',
    answers: ANSWERS,
    prepare: (request) => ({ ...questionOf(request), policies: { staticPolicies: POLICIES } }),
    ask: (call) => isYes(isAuthorized(call)),
  })
}

const ANSWERS = 'yes or no, ids of policies'

function isYes(answer: AuthorizationAnswer): boolean {
  return answer.type === 'success' && answer.response.decision === 'allow'
}

function questionOf({ tool, ...request }: CallRequest) {
  return {
    principal: { type: 'Agent', id: 'coder' },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: tool },
    context: { ...request, spent: Math.round(request.spent * MICRO) },
    entities: [],
  }
}
