import type { Checkpoint } from '../../src/model/checkpoint.ts'
import type { Gate } from '../../src/model/gate.ts'

const MOST_PARTS = 4
const LONGEST_PART = 48
const LONGEST = 140

/** To whom, what, or to what end, in so few words that a row holds them; all of it stands on the page of the checkpoint. */
export function aboutOf({ gate, content }: Pick<Checkpoint, 'gate' | 'content'>): string {
  const branch = branchOf(content)
  if (branch !== undefined) return cut(`pull request ${branch}`, LONGEST)
  const target = content.target === undefined ? [] : [brief(content.target)]
  const parts = [...target, ...partsOf(content.args ?? content.deliverable ?? goalOf(gate))]
  return cut(parts.join(', '), LONGEST)
}

/** The work of a phase is known by its branch; its job and its commit are long, and say nothing in a row. */
function branchOf({ target, tree }: Checkpoint['content']): string | undefined {
  return tree === undefined ? undefined : target?.split(':').at(-1)
}

/** What a gate without arguments is about. */
function goalOf(gate: Gate): unknown {
  if (gate.kind === 'push') return gate.signals.potentialGoal
  if (gate.kind === 'pop') return gate.signals.frameTitle
  if (gate.kind !== 'step') return undefined
  const [worst] = [...gate.errors, ...gate.warnings]
  return typeof worst === 'object' ? worst.text : worst
}

function partsOf(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  if (typeof value !== 'object' || Array.isArray(value)) return [brief(value)]
  return Object.entries(value)
    .slice(0, MOST_PARTS)
    .map(([key, item]) => `${brief(key)} ${brief(item)}`)
}

function brief(value: unknown): string {
  const isWords = Array.isArray(value) && value.every((item) => typeof item === 'string')
  const text = typeof value === 'string' ? value : isWords ? value.join(', ') : JSON.stringify(value)
  return cut(text.replaceAll(/\s+/g, ' ').trim(), LONGEST_PART)
}

/** Cut where a character ends, and visibly. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
}
