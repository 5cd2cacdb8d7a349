import * as z from 'zod'
import { RawIssue } from './issue.ts'
import { didYouMean } from './nearest.ts'
import { quote } from './quote.ts'
import { DecimalAmount, readConfidence, readNumber, wordOf } from './reading.ts'
import { RiskLevel, RiskProfile } from './risk.ts'
import { PopSignals, PushSignals } from './signals.ts'
import { strict } from './strict.ts'
import { TIERS } from './thread.ts'

const Name = z.string().min(1)
/** `Strategic` would count as a workflow's own phase, and a slip in its case must not free the plan from review. */
const PhaseName = Name.refine(
  (name) => !['strategic', 'tactical'].includes(name.trim().toLowerCase()) || name === name.trim().toLowerCase(),
  {
    error: 'Write "strategic" or "tactical" in small letters, without spaces.',
  },
)
const Count = z.number().int().nonnegative()
/** Unreadable is not an error here: it becomes null, which every axis that needs confidence refuses. */
const Confidence = z.unknown().transform(readConfidence)
/** A phase without a number, or with 0, is the first. */
const PhaseNumber = z
  .preprocess((value) => readNumber(value) ?? value, Count)
  .transform((number) => Math.max(1, number))
const Word = z.string().transform((word) => word.toLowerCase())

/** A deliverable or any other named moment at which a worker offers its work. */
const CheckpointGate = strict({ kind: z.literal('checkpoint'), type: Name })

/** The end of a phase. A phase that is not `strategic` counts as tactical. */
const PhaseGate = strict({
  kind: z.literal('phase'),
  phase: PhaseName,
  number: PhaseNumber.default(1),
  milestones: z.array(Name).default([]),
  confidence: Confidence.default(null),
  since_check_in: strict({ steps: Count }).optional(),
})

/** The moment before a phase begins. */
const PhaseStartGate = strict({ kind: z.literal('phase_start'), phase: Name })

/** The end of the whole job. */
const CompletionGate = strict({ kind: z.literal('completion') })

/** What a step, its phase or its workflow wants done with its result. It can only make an answer stricter. */
export const ResultHandling = strict({
  on_success: z.enum(['continue', 'prompt']).optional(),
  on_warning: z.enum(['continue', 'prompt', 'stop']).optional(),
  on_failure: z.enum(['continue', 'prompt', 'stop']).optional(),
})
export type ResultHandling = z.infer<typeof ResultHandling>

const StepGate = strict({
  kind: z.literal('step'),
  phase: Name,
  status: z.enum(['success', 'warning', 'failure']),
  warnings: z.array(RawIssue).default([]),
  errors: z.array(RawIssue).default([]),
  totals: strict({ warnings: Count.default(0), errors: Count.default(0) }).default({ warnings: 0, errors: 0 }),
  result_handling: ResultHandling.default({}),
})

const IntentGate = strict({ kind: z.literal('intent'), confidence: Confidence.default(null) })
const ContextGate = strict({ kind: z.literal('context'), confidence: Confidence.default(null) })

/** An amplifier is there when anything but an explicit "none" is said. */
const Amplifier = z
  .union([z.boolean(), z.string(), z.array(z.string())])
  .transform((said) => (Array.isArray(said) ? said.length > 0 : !NO_AMPLIFIER.has(lower(said))))
const NO_AMPLIFIER: ReadonlySet<string | boolean> = new Set(['', 'none', 'false', false])

/** What the agent wants to do, and how it judges the risk of it. A model that writes null has not said it. */
const Action = strict({
  kind: Word.nullish(),
  name: Name.nullish(),
  irreversibility: RiskLevel.nullish(),
  regret_potential: RiskLevel.nullish(),
  risk_amplifier: Amplifier.nullish(),
  blocked_on: z.union([z.string(), z.array(z.string())]).nullish(),
})

const ActionGate = strict({
  kind: z.literal('action'),
  confidence: Confidence.default(null),
  action: Action,
  risk_profile: RiskProfile.optional(),
  context: Word.optional(),
  tier: wordOf(TIERS).optional(),
  spent_usd: DecimalAmount.optional(),
})

/** The hints of an MCP tool, in MCP's spelling. They are hints: a missing one counts as the worse case. */
const ToolAnnotations = strict({
  title: z.string().optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
})
export type ToolAnnotations = z.infer<typeof ToolAnnotations>

const ToolGate = strict({
  kind: z.literal('tool'),
  tool: Name.max(1000),
  args: z.record(z.string(), z.unknown()).default({}),
  annotations: ToolAnnotations.default({}),
  risk_profile: RiskProfile.optional(),
  context: Word.optional(),
  spent_usd: DecimalAmount.optional(),
})

const PushGate = strict({ kind: z.literal('push'), signals: PushSignals.default({}) })
const PopGate = strict({ kind: z.literal('pop'), signals: PopSignals.default({}) })

/** A moment at which the policy is asked whether the agent may go on. */
export const Gate = z.discriminatedUnion(
  'kind',
  [
    CheckpointGate,
    PhaseGate,
    PhaseStartGate,
    CompletionGate,
    StepGate,
    IntentGate,
    ContextGate,
    ActionGate,
    ToolGate,
    PushGate,
    PopGate,
  ],
  { error: (issue) => wrongKind(issue.input) },
)
/** A gate as it was read: words in lower case, numbers as numbers, defaults filled in. */
export type Gate = z.output<typeof Gate>
/** A gate as callers write it. */
export type GateInput = z.input<typeof Gate>

export type GateKind = Gate['kind']
export type GateOf<Kind extends GateKind> = Extract<Gate, { kind: Kind }>

/** Every kind of gate, in the order of the contract. */
export const GATE_KINDS = [
  'checkpoint',
  'phase',
  'phase_start',
  'completion',
  'step',
  'intent',
  'context',
  'action',
  'tool',
  'push',
  'pop',
] as const satisfies readonly GateKind[]

function wrongKind(input: unknown): string {
  const kind = typeof input === 'object' && input !== null && 'kind' in input ? input.kind : undefined
  if (kind === undefined) return `A gate is an object with a "kind".${didYouMean('', GATE_KINDS)}`
  return `${quote(String(kind))} is not a kind of gate.${didYouMean(String(kind), GATE_KINDS)}`
}

function lower(said: string | boolean): string | boolean {
  return typeof said === 'string' ? said.toLowerCase() : said
}
