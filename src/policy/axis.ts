import type * as z from 'zod'
import type { TraceEntry } from '../model/decision.ts'
import type { GateKind, GateOf } from '../model/gate.ts'
import type { EvidenceOf } from './evidence.ts'
import type { Order } from './order.ts'
import type { RunSettings } from './phase-settings.ts'

/** The settings of the two policies whose values are compared, for axes that mean something only with them. */
export interface Sides {
  readonly a: RunSettings
  readonly b: RunSettings
}

/** New values of some axes; null when no change of policy can help. */
export type Patch = Readonly<Record<string, unknown>> | null

/** One axis of one policy, ready to judge gates. */
export interface Judge<Kind extends GateKind = GateKind> {
  readonly judge: (gate: GateOf<Kind>, evidence: EvidenceOf<Kind>) => TraceEntry
  /** Asked only about a gate that did not pass: the least change that lets it. */
  readonly relax: (gate: GateOf<Kind>, evidence: EvidenceOf<Kind>) => Patch
}

/** One question that a policy answers: its values, which way is stricter, and how it judges a gate. */
export interface Axis<Name extends string, Value, Given = Value> {
  readonly name: Name
  /** What the axis decides, in one plain sentence. */
  readonly about: string
  /** Which way is stricter, in a few words. */
  readonly stricter: string
  /** What each part of a value is about, by its key, for those that have parts; people meet it in forms and editors. */
  readonly parts?: Readonly<Record<string, string>>
  /** What a document may say, brought into one form, so that two ways to say the same become one. */
  readonly schema: z.ZodType<Given>
  /** Completes what a document left out from the value below it; without it the document's value stands alone. */
  readonly overlay?: (base: Value, given: Given) => Value
  readonly compare: (child: Value, parent: Value, sides: Sides) => Order
  readonly meet: (a: Value, b: Value, sides: Sides) => Value
  /** For values with a part that is free to choose: the stricter value, with that part as the owner chose it. */
  readonly keepChoice?: (stricter: Value, own: Value) => Value
  /** The kinds of gate that this axis judges; empty for one that only shapes how others judge. */
  readonly judges: readonly GateKind[]
  /** Axes that change what this one sees. They stand before it in the list of axes. */
  readonly reads?: readonly string[]
  readonly compile?: (value: Value, run: RunSettings) => Judge
}

/** The gates that an axis judges, with a compiler that may rely on their shape. */
export function judging<Value, const Kind extends GateKind>(
  judges: readonly Kind[],
  compile: (value: Value, run: RunSettings) => Judge<Kind>,
) {
  // decide() hands a judge only the kinds that its axis lists, so the narrower parameter is safe.
  return { judges, compile: compile as unknown as (value: Value, run: RunSettings) => Judge }
}

/** Evidence that an axis can do without is absent: it passes, and the trace says that nothing was judged. */
export function notJudged(axis: string, limit: unknown, what: string): TraceEntry {
  return { axis, outcome: 'pass', observed: null, limit, because: `the gate does not say ${what}, so it is not judged` }
}
