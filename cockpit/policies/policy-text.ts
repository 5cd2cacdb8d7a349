import { Document, isMap, isSeq, LineCounter, parseDocument } from 'yaml'
import { changedNode } from './changed-node.ts'

/** A policy document as it is read from a text. */
export type PolicyValue = Readonly<Record<string, unknown>>

/** What is wrong with a text, and where; lines and columns are counted from 1, as editors do. */
export interface TextProblem {
  readonly line: number
  readonly column: number
  readonly message: string
  /** Of which axis it is wrong; absent where it is no document at all. */
  readonly axis?: string
}

/** A text as a policy document, or everything that is wrong with it. */
export type PolicyRead =
  | { readonly value: PolicyValue; readonly problems?: undefined }
  | { readonly problems: readonly TextProblem[] }

/** Reads a policy document from YAML. The server judges what it says; this only finds what is no document at all. */
export function readPolicyText(text: string): PolicyRead {
  const { document, lines } = parsed(text)
  const faults = [...document.errors, ...document.warnings]
  if (faults.length > 0) return { problems: faults.map(({ pos, message }) => at(lines, pos[0], `${message}.`)) }
  try {
    // An alias would stand for a part that nobody sees where it counts.
    const value: unknown = document.toJS({ maxAliasCount: 0 }) ?? {}
    if (isRecord(value)) return { value }
  } catch {
    return { problems: [at(lines, text.indexOf('*'), 'An alias is not read here. Write out what it stands for.')] }
  }
  return { problems: [at(lines, 0, 'A policy is a map: one axis a line, such as “budget_usd: 2”.')] }
}

/** The text with another value of an axis, or without it; everything else stays as it was written, comments included. */
export function withAxis(text: string, axis: string, value: unknown): string {
  const { document } = parsed(text)
  const changed = isMap(document.contents) ? document : new Document({})
  if (value === undefined) changed.delete(axis)
  else changed.set(axis, changedNode(changed, changed.get(axis, true), { value, depth: 0 }))
  return changed.toString({ lineWidth: 0 })
}

/** Where in the text something stands that is named by its JSON pointer; as near as it can be found. */
export function placeIn(text: string, pointer: string): Pick<TextProblem, 'line' | 'column'> {
  const { document, lines } = parsed(text)
  let node: unknown = document.contents
  let offset = 0
  for (const name of pointer.split('/').slice(1).map(unescaped)) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === name)
      offset = startOf(pair?.key) ?? offset
      node = pair?.value
    } else if (isSeq(node)) {
      node = node.items[Number(name)]
      offset = startOf(node) ?? offset
    }
  }
  const { line, col } = lines.linePos(offset)
  return { line, column: col }
}

function parsed(text: string) {
  const lines = new LineCounter()
  return { document: parseDocument(text, { lineCounter: lines, prettyErrors: false }), lines }
}

function at(lines: LineCounter, offset: number, message: string): TextProblem {
  const { line, col } = lines.linePos(Math.max(0, offset))
  return { line: Math.max(1, line), column: Math.max(1, col), message }
}

function startOf(node: unknown): number | undefined {
  const { range } = (node ?? {}) as { readonly range?: readonly number[] | null }
  return range?.[0]
}

function unescaped(name: string): string {
  return name.replaceAll('~1', '/').replaceAll('~0', '~')
}

function isRecord(value: unknown): value is PolicyValue {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
