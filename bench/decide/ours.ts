import { loadCatalog } from '../../src/config/load-catalog.ts'
import { type CompiledPolicy, compilePolicy } from '../../src/policy/compile.ts'
import { decide } from '../../src/policy/decide.ts'
import { resolvePolicy } from '../../src/policy/resolve.ts'
import { type Contender, type Loop, loopOver } from '../contender.ts'
import { OURS } from '../result.ts'
import { allowedActions, allowedTools, heldTools, type Sample } from './gates.ts'
import { ACTION_POLICY, TOOL_POLICY } from './policy.ts'

const TOOL_AXES = 8
const ACTION_AXES = 14

/** Our own decide(): the verdict with its whole trace, and for held gates what would have to change. */
export async function openOurs(): Promise<Contender> {
  const catalog = await loadCatalog()
  const tool = compilePolicy(resolvePolicy(TOOL_POLICY, catalog), catalog)
  const action = compilePolicy(resolvePolicy(ACTION_POLICY, catalog), catalog)
  return {
    name: OURS,
    answers: 'verdict, reason, full trace, way out',
    loops: {
      'tool, allowed': loopOf(tool, allowedTools, TOOL_AXES),
      'tool, held': loopOf(tool, heldTools, TOOL_AXES),
      'action, allowed': loopOf(action, allowedActions, ACTION_AXES),
    },
  }
}

function loopOf(policy: CompiledPolicy, samples: readonly Sample[], axes: number): Loop {
  for (const { gate, verdict } of samples) {
    const decision = decide(policy, gate)
    if (decision.verdict === verdict && decision.trace.length === axes) continue
    throw new Error(`leeway should say ${verdict} on ${axes} axes: ${JSON.stringify({ gate, decision })}`)
  }
  return loopOver(
    samples.map(({ gate }) => gate),
    (gate) => decide(policy, gate).verdict === 'allow',
  )
}
