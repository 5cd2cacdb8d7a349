import * as z from 'zod'
import type { GateOf } from '../../model/gate.ts'
import { strict } from '../../model/strict.ts'
import { type Axis, judging } from '../axis.ts'
import type { EvidenceOf } from '../evidence.ts'
import { higherIsStricter, inOrder, strictestFirst, together } from '../order.ts'

/** What an agent may do with its own frames, strictest first. */
export const FRAME_LEVELS = ['manual', 'suggest', 'auto'] as const

/** When frames are pushed and popped, and by whom. */
export interface Frames {
  readonly level: (typeof FRAME_LEVELS)[number]
  readonly push_threshold: number
  readonly pop_threshold: number
  readonly suggest_in_context: boolean
  readonly enabled_heuristics: readonly string[]
}

const axis = 'frames'
const levels = strictestFirst(FRAME_LEVELS)
const Threshold = z.number().min(0).max(100)

/** Whether an agent pushes and pops frames itself, and how sure the heuristics have to be. */
export const frames: Axis<typeof axis, Frames, Partial<Frames>> = {
  name: axis,
  about: 'Whether an agent opens and closes its own frames, and how sure the heuristics have to be.',
  stricter: 'manual, then suggest, then auto; higher thresholds',
  parts: {
    level: 'manual: only a person opens and closes frames. suggest: the agent asks for it. auto: the agent does it.',
    push_threshold: 'How sure the heuristics have to be to open a frame, from 0 to 100.',
    pop_threshold: 'How sure the heuristics have to be to close a frame, from 0 to 100.',
    suggest_in_context: 'Whether a suggestion stands in what the agent reads.',
    enabled_heuristics: 'The heuristics that are asked.',
  },
  schema: strict({
    level: z.enum(FRAME_LEVELS).exactOptional(),
    push_threshold: Threshold.exactOptional(),
    pop_threshold: Threshold.exactOptional(),
    suggest_in_context: z.boolean().exactOptional(),
    enabled_heuristics: z.array(z.string().min(1)).transform(inOrder).exactOptional(),
  }) as z.ZodType<Partial<Frames>>,
  overlay: (base, given) => ({ ...base, ...given }),
  compare: (child, parent) =>
    together([
      levels.compare(child.level, parent.level),
      higherIsStricter.compare(child.push_threshold, parent.push_threshold),
      higherIsStricter.compare(child.pop_threshold, parent.pop_threshold),
    ]),
  meet: (a, b) => ({
    level: levels.meet(a.level, b.level),
    push_threshold: Math.max(a.push_threshold, b.push_threshold),
    pop_threshold: Math.max(a.pop_threshold, b.pop_threshold),
    suggest_in_context: a.suggest_in_context && b.suggest_in_context,
    enabled_heuristics: a.enabled_heuristics.filter((name) => b.enabled_heuristics.includes(name)),
  }),
  // Which heuristics speak is free, and fewer of them can be surer: a mix of two choices would be nobody's.
  keepChoice: (stricter, { suggest_in_context, enabled_heuristics }) => ({
    ...stricter,
    suggest_in_context,
    enabled_heuristics,
  }),
  ...judging(['push', 'pop'], (frames: Frames) => ({
    judge: (gate, { recommendation }) => {
      const observed = recommendation.confidence
      const limit = { level: frames.level, threshold: frames[THRESHOLD_OF[gate.kind]] }
      if (!recommendation.recommended)
        return { axis, outcome: 'deny', observed, limit, because: `a ${gate.kind} is not recommended` }
      return { axis, outcome: OUTCOME_OF[frames.level], observed, limit, because: BECAUSE[frames.level] }
    },
    relax: (gate, evidence) => ({ frames: { ...frames, level: 'auto', ...lowered(frames, gate, evidence) } }),
  })),
}

const THRESHOLD_OF = { push: 'push_threshold', pop: 'pop_threshold' } as const
const OUTCOME_OF = { manual: 'deny', suggest: 'ask', auto: 'pass' } as const
const BECAUSE: Readonly<Record<Frames['level'], string>> = {
  manual: 'only a person opens and closes frames',
  suggest: 'the agent may only suggest it',
  auto: 'the agent opens and closes frames itself',
}

function lowered(
  frames: Frames,
  gate: GateOf<'push' | 'pop'>,
  { recommendation }: EvidenceOf<'push' | 'pop'>,
): Partial<Frames> {
  const threshold = THRESHOLD_OF[gate.kind]
  return { [threshold]: Math.min(frames[threshold], recommendation.confidence) }
}
