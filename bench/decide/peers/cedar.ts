import {
  preparsePolicySet,
  type StatefulAuthorizationCall,
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

/** Cedar, with its policies parsed once. */
export function openCedar(): Promise<Contender> {
  const parsed = preparsePolicySet(POLICY_SET, { staticPolicies: POLICIES })
  if (parsed.type !== 'success') throw new Error(`Cedar refuses the policy: ${JSON.stringify(parsed.errors)}`)
  return peerContender({
    name: 'Cedar (WASM)',
    answers: 'yes or no, ids of policies',
    prepare,
    ask: (call) => {
      const answer = statefulIsAuthorized(call)
      return answer.type === 'success' && answer.response.decision === 'allow'
    },
  })
}

function prepare({ tool, ...request }: CallRequest): StatefulAuthorizationCall {
  return {
    principal: { type: 'Agent', id: 'coder' },
    action: { type: 'Action', id: 'call' },
    resource: { type: 'Tool', id: tool },
    context: { ...request, spent: Math.round(request.spent * MICRO) },
    preparsedPolicySetId: POLICY_SET,
    entities: [],
  }
}
