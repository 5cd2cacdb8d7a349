import * as z from 'zod'
import type { TraceEntry } from '../../model/decision.ts'
import { GATE_KINDS, type Gate } from '../../model/gate.ts'
import { nearest } from '../../model/nearest.ts'
import { mention, quote } from '../../model/quote.ts'
import { type Axis, judging } from '../axis.ts'
import { inOrder, moreIsStricter, union } from '../order.ts'
import { writtenOnce } from '../written-once.ts'

/** The types that the source systems know; users may name any other. */
export const KNOWN_CHECKPOINT_TYPES = [
  'action',
  'context',
  'deliverable',
  'design_spec_approval',
  'final_output',
  'intent',
  'intermediate_step',
  'phase_start',
  'phase_transition',
  'pre_render',
  'tool_call',
] as const

/** Opening and closing frames is for `frames` alone to judge. */
type JudgedGate = Exclude<Gate, { kind: 'push' | 'pop' }>
type CheckpointTypes = 'all' | 'none' | readonly string[]

/** `[all]` would quietly mean a type of that name, and nothing else would be looked at. */
const TypeName = z
  .string()
  .min(1)
  .refine((type) => type !== 'all' && type !== 'none', { error: 'Write all or none by itself, not in a list.' })

const sets = moreIsStricter<string>()

/** Which types of checkpoint go to a person. */
export const checkpointTypes: Axis<'checkpoint_types', CheckpointTypes> = {
  name: 'checkpoint_types',
  about: 'Which types of checkpoint are put before a person.',
  stricter: 'more types',
  schema: z
    .union([z.enum(['all', 'none']), z.array(TypeName)], {
      error: ({ input }) => `${misread(input)}Write "all", "none", or a list of checkpoint types.`,
    })
    .transform((types) => (typeof types === 'string' ? types : types.length === 0 ? 'none' : inOrder(types))),
  compare: (child, parent) => {
    if (child === 'all') return parent === 'all' ? 'equal' : 'stricter'
    return parent === 'all' ? 'looser' : sets.compare(listed(child), listed(parent))
  },
  meet: (a, b) => {
    if (a === 'all' || b === 'all') return 'all'
    const both = union(listed(a), listed(b))
    return both.length === 0 ? 'none' : both
  },
  ...judging(
    GATE_KINDS.filter((kind) => kind !== 'push' && kind !== 'pop'),
    (types: CheckpointTypes) => {
      const answers = writtenOnce<string, TraceEntry>(KNOWN_CHECKPOINT_TYPES, (type) => answer(type, types))
      const remedies = writtenOnce<string, CheckpointTypes>(KNOWN_CHECKPOINT_TYPES, (type) => without(type, types))
      return {
        judge: (gate) => answers(checkpointType(gate)),
        relax: (gate) => ({ checkpoint_types: remedies(checkpointType(gate)) }),
      }
    },
  ),
}

const axis = 'checkpoint_types'

/** A single word is named, with the one that was meant if it is near. */
function misread(input: unknown): string {
  if (typeof input !== 'string') return ''
  const meant = nearest(input, ['all', 'none'])
  return `${quote(input)} is not known here. ${meant === undefined ? '' : `Did you mean ${quote(meant)}? `}`
}

function answer(type: string, types: CheckpointTypes): TraceEntry {
  if (types === 'all')
    return { axis, outcome: 'ask', observed: type, limit: types, because: 'a person looks at everything' }
  if (!listed(types).includes(type))
    return { axis, outcome: 'pass', observed: type, limit: types, because: `nobody asked to see each ${mention(type)}` }
  return { axis, outcome: 'ask', observed: type, limit: types, because: `a person looks at each ${mention(type)}` }
}

function without(type: string, types: CheckpointTypes): CheckpointTypes {
  const rest = (types === 'all' ? KNOWN_CHECKPOINT_TYPES : listed(types)).filter((held) => held !== type)
  return rest.length === 0 ? 'none' : rest
}

function listed(types: CheckpointTypes): readonly string[] {
  return typeof types === 'string' ? [] : types
}

/** What a gate is called among checkpoint types. */
function checkpointType(gate: JudgedGate): string {
  if (gate.kind === 'checkpoint') return gate.type
  return TYPE_OF_KIND[gate.kind]
}

const TYPE_OF_KIND: Readonly<Record<Exclude<JudgedGate['kind'], 'checkpoint'>, string>> = {
  phase: 'phase_transition',
  phase_start: 'phase_start',
  completion: 'final_output',
  step: 'intermediate_step',
  intent: 'intent',
  context: 'context',
  action: 'action',
  tool: 'tool_call',
}
