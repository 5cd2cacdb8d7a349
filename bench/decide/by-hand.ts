import type { Gate, GateOf } from '../../src/model/gate.ts'
import { RISK_LEVELS } from '../../src/model/risk.ts'
import { TIERS } from '../../src/model/thread.ts'
import type { Verdict } from '../../src/model/verdict.ts'
import { type Contender, type Loop, loopOver } from '../contender.ts'
import { allowedActions, allowedTools, heldTools, type Sample } from './gates.ts'

/** The floor: what somebody would write by hand for this one policy, without a trace and without a reason. */
export function openByHand(): Contender {
  return {
    name: 'by hand',
    answers: 'verdict',
    loops: {
      'tool, allowed': loopOf(judgeTool, allowedTools),
      'tool, held': loopOf(judgeTool, heldTools),
      'action, allowed': loopOf(judgeAction, allowedActions),
    },
  }
}

function loopOf<Asked extends Gate>(judge: (gate: Asked) => Verdict, samples: readonly Sample<Asked>[]): Loop {
  const wrong = samples.find(({ gate, verdict }) => judge(gate) !== verdict)
  if (wrong) throw new Error(`by hand, ${wrong.verdict} is right: ${JSON.stringify(wrong.gate)}`)
  return loopOver(
    samples.map(({ gate }) => gate),
    (gate) => judge(gate) === 'allow',
  )
}

/** One line for each of the eight axes. */
function judgeTool(gate: GateOf<'tool'>): Verdict {
  const { args, annotations: hints } = gate
  if (gate.tool === 'shell' && String(args['command']).startsWith('rm ')) return 'deny'
  if (gate.tool === 'deploy' || isHeldType('tool_call')) return 'ask'
  const isFileTool = gate.tool === 'read_file' || gate.tool === 'write_file'
  const isHarmless = hints.readOnlyHint === true || (isFileTool && String(args['path']).startsWith('src/'))
  if (!isHarmless && hints.destructiveHint !== false) return 'ask'
  if (!isHarmless && isAbove(hints.idempotentHint === true ? 'low' : 'medium')) return 'ask'
  if (!isHarmless && hints.openWorldHint !== false) return 'ask'
  return judgeBoth(gate)
}

/** One line for each of the fourteen axes, but for the one that passes always. */
function judgeAction(gate: GateOf<'action'>): Verdict {
  const { action, tier, confidence } = gate
  if (isHeldType('action')) return 'ask'
  if (!FREE_STATES.has('awaiting_confirmation')) return 'ask'
  if (CONSENT.has('action_approved')) return 'ask'
  if (confidence === null || !(confidence >= 0.6)) return 'ask'
  if (isAbove(action.irreversibility ?? 'high')) return 'ask'
  if (isAbove(action.regret_potential ?? 'high')) return 'ask'
  if (action.risk_amplifier === true) return 'ask'
  if (!KINDS.has(action.kind ?? '')) return 'ask'
  if (tier !== undefined && TIERS.indexOf(tier) < FLOOR_TIER) return 'ask'
  if (tier !== undefined && TIERS.indexOf(tier) > CEILING_TIER) return 'ask'
  return judgeBoth(gate)
}

/** What tool calls and actions have in common: what is at stake, the context, the budget. */
function judgeBoth({ risk_profile: profile, context, spent_usd: spent }: GateOf<'tool' | 'action'>): Verdict {
  if (profile !== undefined && !isModest(profile)) return 'ask'
  if (context !== undefined && context !== 'action_proposal' && context !== 'agent_autonomous') return 'ask'
  return spent !== undefined && spent > 0.5 ? 'ask' : 'allow'
}

const HELD_TYPES = new Set(['deliverable', 'design_spec_approval', 'pre_render'])
const FREE_STATES = new Set(['awaiting_confirmation'])
const CONSENT = new Set<string>()
const KINDS = new Set(['standard', 'improvised', 'suggestion'])
const FLOOR_TIER = TIERS.indexOf('frontier_fast')
const CEILING_TIER = TIERS.indexOf('agent_headless')

function isHeldType(type: string): boolean {
  return HELD_TYPES.has(type)
}

function isAbove(level: (typeof RISK_LEVELS)[number]): boolean {
  return RISK_LEVELS.indexOf(level) > 1
}

function isModest(profile: NonNullable<GateOf<'tool'>['risk_profile']>): boolean {
  if ((profile.financial_cents ?? 0) > 50) return false
  if ((profile.privacy ?? 'none') !== 'none') return false
  if ((profile.accuracy ?? 'low_stakes') !== 'low_stakes') return false
  return profile.compute !== 'expensive'
}
