import { causesOf } from '../model/causes-of.ts'
import type { Decision, PolicyChange, TraceEntry } from '../model/decision.ts'
import type { Gate } from '../model/gate.ts'
import { traceWords } from '../model/trace-words.ts'
import type { Outcome, Verdict } from '../model/verdict.ts'
import { LEADS } from '../model/why-held.ts'
import { adviceFor } from './advise.ts'
import { inWords } from './in-words.ts'
import { reasonFor } from './reason.ts'

/** One axis of a decision in words. */
export interface ExplainedAxis {
  readonly axis: string
  readonly outcome: Outcome
  /** What the axis does, as a verb. */
  readonly word: string
  readonly observed: string
  readonly limit: string
  readonly because: string
}

/** A decision in words: what was decided, why, by which axes, and what would have let it pass. */
export interface Explanation {
  readonly verdict: Verdict
  readonly headline: string
  /** The reason first, then what the gate brought beside the verdict. */
  readonly sentences: readonly string[]
  /** Where several causes make up the reason: each by itself, behind the words that lead to them; else null. */
  readonly causes: { readonly lead: string; readonly each: readonly string[] } | null
  readonly rows: readonly ExplainedAxis[]
  /** One sentence a change, all needed together; empty when nothing has to change, null when no change helps. */
  readonly remedies: readonly string[] | null
  /** What could be said of a tool in the place of a looser policy; null where nothing could, or the gate is not known. */
  readonly advice: string | null
}

const HEADLINES: Readonly<Record<Verdict, string>> = {
  allow: 'Allow: the agent goes on.',
  ask: 'Ask: a person decides.',
  stop: 'Stop: the run halts until a person restarts it.',
  deny: 'Deny: this does not happen.',
}

/** A trace is read for what decided; who wants every member of a long list looks into the decision itself. */
const SHORT = { atMost: 4 }

const WORDS: Readonly<Record<Outcome, string>> = { pass: 'passes', ask: 'asks', stop: 'stops', deny: 'denies' }

/** Puts a decision into words, for people who were not there; with its gate, also what could be said of a tool. */
export function explain(decision: Decision, gate?: Gate): Explanation {
  return {
    verdict: decision.verdict,
    headline: HEADLINES[decision.verdict],
    sentences: [decision.reason, ...aboutStep(decision), ...aboutFrames(decision)],
    causes: causesIn(decision),
    rows: decision.trace.map(explainAxis),
    remedies: decision.would_allow_if?.flatMap(remedies) ?? null,
    advice: gate === undefined ? null : adviceFor(decision, gate),
  }
}

/** A reason that somebody else has worded is left as it is. */
function causesIn(decision: Decision): Explanation['causes'] {
  const { verdict, trace, reason } = decision
  const each = causesOf(decision)
  if (verdict === 'allow' || each.length < 2 || reason !== reasonFor(verdict, trace)) return null
  return { lead: `${LEADS[verdict]}:`, each }
}

function explainAxis(entry: TraceEntry): ExplainedAxis {
  const { axis, outcome, limit, because } = entry
  const words = traceWords(entry, (value) => inWords(value, SHORT))
  // An axis that sets no limit, such as rules of which none fits, has left nothing unsaid.
  return { axis, outcome, word: WORDS[outcome], ...words, ...(limit === null && { limit: 'none' }), because }
}

function aboutStep({ totals, truncated }: Decision): readonly string[] {
  if (totals === undefined) return []
  const cut = truncated === true ? ' The report is cut at the limit.' : ''
  return [
    `So far the run has collected ${count(totals.warnings, 'warning')} and ${count(totals.errors, 'error')}.${cut}`,
  ]
}

function aboutFrames({ recommendation }: Decision): readonly string[] {
  if (recommendation === undefined) return []
  const { confidence, primary_reason: reason, suggested_status: status } = recommendation
  const ending = status === null ? '' : ` The frame would end as ${status}.`
  if (confidence === 0) return ['No heuristic sees a reason for it.']
  return [`The heuristics are ${confidence} of 100 sure; the strongest is ${reason}.${ending}`]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** Names only what differs: in a list the members, in a map the keys. */
function remedies({ axis, from, to }: PolicyChange): readonly string[] {
  if (isList(from) && isList(to)) return [...removed(axis, from, to), ...added(axis, from, to)]
  if (isMap(from) && isMap(to)) {
    const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])]
    return keys
      .filter((key) => !isSame(from[key], to[key]))
      .flatMap((key) => remedies({ axis: `${axis}.${key}`, from: from[key], to: to[key] }))
  }
  if (to === undefined) return [`Leave out ${axis} (it is ${inWords(from)}).`]
  return [`Set ${axis} to ${inWords(to)}${from === undefined ? '' : ` (it is ${inWords(from)})`}.`]
}

function removed(axis: string, from: readonly unknown[], to: readonly unknown[]): readonly string[] {
  return notIn(to, from).map((one) => `Take ${memberInWords(one)} out of ${axis}.`)
}

function added(axis: string, from: readonly unknown[], to: readonly unknown[]): readonly string[] {
  return notIn(from, to).map((one) => `Add ${memberInWords(one)} to ${axis}.`)
}

/** Compared by their texts, each written once: lists may have thousands of members. */
function notIn(known: readonly unknown[], members: readonly unknown[]): readonly unknown[] {
  const texts = new Set(known.map((one) => JSON.stringify(one)))
  return members.filter((one) => !texts.has(JSON.stringify(one)))
}

/** A rule is the one member that is no plain word. */
function memberInWords(member: unknown): string {
  if (!isMap(member) || !isMap(member['match'])) return inWords(member)
  const { tool, args } = member['match']
  const where = args === undefined ? '' : ` where ${inWords(args)}`
  return `the rule "${inWords(member['then'])} ${inWords(tool)}${where}"`
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
