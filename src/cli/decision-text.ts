import type { Decision, PolicyChange, TraceEntry } from '../model/decision.ts'

/** Parts that many decisions share are frozen and stay the same objects, so their text is made once for a whole stream. */
const texts = new WeakMap<object, string>()

/** The same text as `JSON.stringify(decision)`, several times faster on a stream that uses few policies. */
export function decisionText(decision: Decision): string {
  const { verdict, reason, trace, would_allow_if: changes, policy_digest } = decision
  let text = `{"verdict":"${verdict}","reason":${JSON.stringify(reason)},"trace":[`
  for (let at = 0; at < trace.length; at++) text += (at === 0 ? '' : ',') + entryText(trace[at] as TraceEntry)
  text += `],"would_allow_if":${changes === null ? 'null' : `[${changes.map(changeText).join(',')}]`}`
  text += `,"policy_digest":"${policy_digest}"`
  return `${text}${resultsText(decision)}}`
}

function changeText({ axis, from, to }: PolicyChange): string {
  return `{"axis":"${axis}","from":${partText(from)},"to":${partText(to)}}`
}

/** What step, push and pop gates add. */
function resultsText({ issues, collected, totals, truncated, recommendation }: Decision): string {
  if (recommendation !== undefined) return `,"recommendation":${JSON.stringify(recommendation)}`
  // The results alone are an object, and the decision's own braces take the place of its.
  return issues === undefined ? '' : `,${JSON.stringify({ issues, collected, totals, truncated }).slice(1, -1)}`
}

function entryText(entry: TraceEntry): string {
  if (Object.isFrozen(entry)) return remembered(entry)
  const { axis, outcome, observed, limit, because } = entry
  const seen = `{"axis":"${axis}","outcome":"${outcome}","observed":${JSON.stringify(observed ?? null)}`
  return `${seen},"limit":${partText(limit)},"because":${JSON.stringify(because)}}`
}

/** A limit, or what would take its place. */
function partText(part: unknown): string {
  const isShared = typeof part === 'object' && part !== null && Object.isFrozen(part)
  return isShared ? remembered(part) : JSON.stringify(part ?? null)
}

function remembered(part: object): string {
  const known = texts.get(part)
  if (known !== undefined) return known
  const text = JSON.stringify(part)
  texts.set(part, text)
  return text
}
