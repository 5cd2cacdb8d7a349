import type { Decision, PolicyChange, TraceEntry } from '../model/decision.ts'

/** Limits are parts of a compiled policy and stay the same objects, so their text is made once for a whole stream. */
const texts = new WeakMap<object, string>()

/** The same text as `JSON.stringify(decision)`, several times faster on a stream that uses few policies. */
export function decisionText(decision: Decision): string {
  const { verdict, reason, trace, would_allow_if: changes, policy_digest } = decision
  let text = `{"verdict":"${verdict}","reason":${JSON.stringify(reason)},"trace":[`
  for (let at = 0; at < trace.length; at++) text += (at === 0 ? '' : ',') + entryText(trace[at] as TraceEntry)
  text += `],"would_allow_if":${changes === null ? 'null' : `[${changes.map(changeText).join(',')}]`}`
  text += `,"policy_digest":"${policy_digest}"`
  return decision.issues === undefined && decision.recommendation === undefined
    ? `${text}}`
    : text + resultsText(decision)
}

function changeText({ axis, from, to }: PolicyChange): string {
  return `{"axis":"${axis}","from":${limitText(from)},"to":${JSON.stringify(to)}}`
}

/** What step, push and pop gates add, and the end of the object. */
function resultsText(decision: Decision): string {
  const {
    verdict: _verdict,
    reason: _reason,
    trace: _trace,
    would_allow_if: _changes,
    policy_digest: _digest,
    ...results
  } = decision
  return `,${JSON.stringify(results).slice(1)}`
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
