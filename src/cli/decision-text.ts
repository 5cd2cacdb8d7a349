import type { Decision, TraceEntry } from '../model/decision.ts'

/** Limits are parts of a compiled policy and stay the same objects, so their text is made once for a whole stream. */
const texts = new WeakMap<object, string>()

/** The same text as `JSON.stringify(decision)`, several times faster on a stream that uses few policies. */
export function decisionText(decision: Decision): string {
  const { verdict, reason, trace, would_allow_if, policy_digest, ...results } = decision
  const answer = `{"verdict":"${verdict}","reason":${JSON.stringify(reason)},"trace":[${trace.map(entryText).join(',')}]`
  const advice = `,"would_allow_if":${JSON.stringify(would_allow_if)},"policy_digest":"${policy_digest}"`
  const rest = JSON.stringify(results)
  return rest === '{}' ? `${answer}${advice}}` : `${answer}${advice},${rest.slice(1)}`
}

function entryText(entry: TraceEntry): string {
  // A frozen entry is shared by many decisions.
  return Object.isFrozen(entry) ? remembered(entry, writeEntry) : writeEntry(entry)
}

function writeEntry({ axis, outcome, observed, limit, because }: TraceEntry): string {
  const seen = `{"axis":"${axis}","outcome":"${outcome}","observed":${JSON.stringify(observed ?? null)}`
  return `${seen},"limit":${limitText(limit)},"because":${JSON.stringify(because)}}`
}

function limitText(limit: unknown): string {
  return typeof limit === 'object' && limit !== null ? remembered(limit, JSON.stringify) : JSON.stringify(limit ?? null)
}

function remembered<Part extends object>(part: Part, write: (part: Part) => string): string {
  const known = texts.get(part)
  if (known !== undefined) return known
  const text = write(part)
  texts.set(part, text)
  return text
}
