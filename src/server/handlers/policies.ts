import { withIssues } from '../../config/gate-in.ts'
import { policyFor } from '../../config/policy-for.ts'
import { maySee } from '../../engine/access.ts'
import { noSuch } from '../../engine/job-state.ts'
import { TenantId } from '../../model/ids.ts'
import { compare } from '../../policy/compare.ts'
import { compilePolicy } from '../../policy/compile.ts'
import { decide } from '../../policy/decide.ts'
import { digestOf } from '../../policy/policy.ts'
import { policyNamer } from '../../policy/policy-name.ts'
import { resolvePolicy } from '../../policy/resolve.ts'
import type { Principal } from '../access/principal.ts'
import type { Call, HandlersOf } from '../call.ts'
import type { House } from '../house.ts'
import { policyOfJob } from './policy-of-job.ts'

type Names = 'list_presets' | 'list_agents' | 'read_policy' | 'resolve_policy' | 'compare_policies' | 'decide'

/** Policies, to look at and to try. Nothing here is recorded. */
export function policyHandlers({ context }: House): HandlersOf<Names> {
  const { workplace } = context
  const { catalog } = workplace
  return {
    list_presets: async () => ({
      rows: [...catalog.presets.values()].map(({ name, sentence, when, policy }) => ({
        name,
        sentence,
        ...(when !== undefined && { when }),
        policy,
      })),
    }),
    list_agents: async ({ principal, input }) => {
      await refuseForeign(principal, input.tenant)
      const rows = [...workplace.agents.keys()].sort().map((name) => {
        const whole = policyFor(workplace, { agent: name, ...knownTenant(context, input.tenant) }).policy
        return { name, policy: digestOf(whole), whole }
      })
      return { rows }
    },
    read_policy: async (call) => {
      const policy = await policyOfJob(context, call)
      return { digest: call.input.digest, policy, like: policyNamer(catalog)(policy) ?? null }
    },
    resolve_policy: async ({ principal, input }) => {
      await refuseForeign(principal, input.tenant)
      const { policy, origins } = policyFor(workplace, requestIn(context, input))
      return { digest: digestOf(policy), policy, origins }
    },
    compare_policies: async ({ input }) => {
      const { legal, violations, axes } = compare(
        resolvePolicy(input.parent, catalog),
        resolvePolicy(input.child, catalog),
      )
      return { legal, violations, axes }
    },
    decide: async ({ input }) => {
      const policy = compilePolicy(resolvePolicy(input.policy, catalog), catalog)
      return decide(policy, withIssues(workplace, input.gate))
    },
  }
}

/** What a tenant has set is nobody else's to read. */
async function refuseForeign(principal: Principal, tenant: string | undefined): Promise<void> {
  if (tenant === undefined) return
  const id = TenantId.parse(tenant)
  const isTheirs = principal.kind === 'person' ? maySee(await principal.me(), id) : principal.tenant === id
  if (!isTheirs) throw noSuch('tenant', tenant)
}

/** A tenant without settings of its own has those of the project. */
function knownTenant({ workplace }: House['context'], tenant: string | undefined) {
  return tenant !== undefined && workplace.tenants.has(tenant) ? { tenant } : {}
}

function requestIn(context: House['context'], { agent, tenant, policy }: Call<'resolve_policy'>['input']) {
  return {
    ...(agent !== undefined && context.workplace.agents.has(agent) && { agent }),
    ...knownTenant(context, tenant),
    ...(policy !== undefined && { config_override: { autonomy: policy } }),
  }
}
