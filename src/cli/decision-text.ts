import type { Decision, PolicyChange, TraceEntry } from '../model/decision.ts'

/** Parts that many decisions share are frozen and stay the same objects, so their text is made once for a whole stream. */
const texts = new WeakMap<object, string>()

/** The same text as `JSON.stringify(decision)`, several times faster on a stream that uses few policies. */
export function decisionText(decision: Decision): string {
  const { verdict, reason, trace, would_allow_if: changes, policy_digest } = decision
  const head = `{"verdict":"${verdict}","reason":${JSON.stringify(reason)},"trace":${listText(trace, entryText)}`
  const ways = changes === null ? 'null' : listText(changes, changeText)
  return `${head},"would_allow_if":${ways},"policy_digest":"${policy_digest}"${resultsText(decision)}}`
}

function listText<Item>(items: readonly Item[], textOf: (item: Item) => string): string {
  let text = '['
  for (let at = 0; at < items.length; at++) text += (at === 0 ? '' : ',') + textOf(items[at] as Item)
  return `${text}]`
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
  const known = remembered(entry)
  if (known !== undefined) return known
  const { axis, outcome, observed, limit, because } = entry
  const seen = `{"axis":"${axis}","outcome":"${outcome}","observed":${JSON.stringify(observed ?? null)}`
  return `${seen},"limit":${partText(limit)},"because":${JSON.stringify(because)}}`
}

/** A limit, or what would take its place. */
function partText(part: unknown): string {
  if (typeof part !== 'object' || part === null) return JSON.stringify(part ?? null)
  return remembered(part) ?? JSON.stringify(part)
}

/** The text of what is shared, and nothing for the rest. Looking it up first spares most the question whether it is frozen. */
function remembered(part: object): string | undefined {
  const known = texts.get(part)
  if (known !== undefined || !Object.isFrozen(part)) return known
  const text = JSON.stringify(part)
  texts.set(part, text)
  return text
}
