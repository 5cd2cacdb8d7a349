import * as z from 'zod'
import { AgentFile } from '../config/agent-file.ts'
import { PresetFile } from '../config/preset-file.ts'
import { ProjectFile } from '../config/project-file.ts'
import { TenantFile } from '../config/tenant-file.ts'
import { HeuristicFile } from '../frames/declared-heuristic.ts'
import { BUILT_IN_HEURISTICS } from '../frames/heuristics.ts'
import { Decision } from '../model/decision.ts'
import { Gate } from '../model/gate.ts'
import { TodoList } from '../model/todo-list.ts'
import { KNOWN_CHECKPOINT_TYPES } from '../policy/axes/checkpoint-types.ts'
import { AXES } from '../policy/axes.ts'
import { PolicyDocumentSchema } from '../policy/policy-document.ts'

/** A schema that is published for editors and other programs. */
interface Published {
  readonly title: string
  readonly description: string
  readonly schema: z.ZodType
  /** What people write is described before defaults are filled in; what the product writes, as it is written. */
  readonly io: 'input' | 'output'
}

const PUBLISHED: Readonly<Record<string, Published>> = {
  policy: {
    title: 'Policy document',
    description:
      'How free an agent is. What is not named comes from the preset, and what that does not name from `standard`.',
    schema: PolicyDocumentSchema,
    io: 'input',
  },
  preset: {
    title: 'Preset',
    description: 'A policy with a name: leeway/presets/FAMILY/NAME.yaml.',
    schema: PresetFile,
    io: 'input',
  },
  agent: {
    title: 'Agent',
    description: 'A named doer and how free it is: leeway/agents/NAME.yaml.',
    schema: AgentFile,
    io: 'input',
  },
  tenant: {
    title: 'Tenant',
    description: 'One customer with the workers it has: leeway/tenants/NAME.yaml.',
    schema: TenantFile,
    io: 'input',
  },
  project: {
    title: 'Project',
    description: 'The settings of a project: leeway.yaml.',
    schema: ProjectFile,
    io: 'input',
  },
  heuristic: {
    title: 'Heuristic',
    description: 'A table of points for opening or closing a frame: leeway/heuristics/NAME.yaml.',
    schema: HeuristicFile,
    io: 'input',
  },
  todos: {
    title: 'Todos',
    description: 'What is to be done in one phase of a job: todos.yaml in its workspace.',
    schema: TodoList,
    io: 'input',
  },
  gate: {
    title: 'Gate',
    description: 'A moment at which a policy is asked whether the agent may go on.',
    schema: Gate,
    io: 'input',
  },
  decision: {
    title: 'Decision',
    description: 'The answer of a policy to a gate, with the trace of every axis that judged it.',
    schema: Decision,
    io: 'output',
  },
}

/** The names of all published schemas. */
export const SCHEMA_NAMES: readonly string[] = Object.keys(PUBLISHED)

/** What a schema describes, in one line. */
export function aboutSchema(name: string): string {
  return PUBLISHED[name]?.description ?? ''
}

/** A published schema as JSON Schema, in which every axis says what it is about. */
export function jsonSchema(name: string): unknown {
  const published = PUBLISHED[name]
  if (published === undefined) return undefined
  const { schema, io, title, description } = published
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, metadata: schema === PolicyDocumentSchema ? ALL : NAMED })
  return { $schema, $id: schemaFile(name), title, description, ...(described(rest) as object) }
}

/** The name of a schema's file, beside the others. */
export function schemaFile(name: string): string {
  return `${name}.schema.json`
}

const ALL = z.globalRegistry

/** Names the policy, so that a file that holds several refers to one description of it. */
const NAMED = Object.assign(z.registry<z.GlobalMeta>(), {
  get: (schema: z.ZodType) => {
    const known = ALL.get(schema)
    return (schema as unknown) === PolicyDocumentSchema ? { ...known, id: 'policy' } : known
  },
})

const ABOUT: ReadonlyMap<string, string> = new Map([
  ['preset', 'The preset to start from: `family/name`, or the bare name where only one family has it.'],
  ['level', 'A word of an older model, which stands for three axes; each may be set beside it.'],
  ['delegable', 'The most that may be handed to a child; what it does not name is the policy’s own.'],
  ...AXES.map((axis): [string, string] => [axis.name, `${axis.about} Stricter: ${axis.stricter}.`]),
])

/** The same schema, in which the keys of policies say what they are about. */
function described(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(described)
  if (typeof part !== 'object' || part === null) return part
  // "Read only" is about our types, not about what people may write.
  const { readOnly: _, ...rest } = part as Record<string, unknown>
  const walked = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, described(value)]))
  const { properties } = walked
  return isPolicyShape(properties) ? { ...walked, properties: withAbout(properties) } : walked
}

type Properties = Readonly<Record<string, object>>

function isPolicyShape(properties: unknown): properties is Properties {
  return typeof properties === 'object' && properties !== null && 'checkpoint_types' in properties
}

function withAbout(properties: Properties): Properties {
  const entries = Object.entries(properties).map(([key, value]) => {
    const description = ABOUT.get(key)
    return [key, description === undefined ? value : { description, ...(withParts(key, value) as object) }]
  })
  return Object.fromEntries(entries) as Properties
}

/** What each part of an axis is about, by the name of the axis. */
const PARTS: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  AXES.map(({ name, parts = {} }) => [name, parts]),
)

/** Names that are known of sets to which people may add others. */
const KNOWN: Readonly<Record<string, readonly string[]>> = {
  checkpoint_types: KNOWN_CHECKPOINT_TYPES,
  frames: BUILT_IN_HEURISTICS.map(({ name }) => name),
}

/** The schema of an axis, in which each part says what it is about, and sets of names say which are known. */
function withParts(axis: string, part: unknown): unknown {
  if (Array.isArray(part)) return part.map((one) => withParts(axis, one))
  if (typeof part !== 'object' || part === null) return part
  const walked = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withParts(axis, value)]))
  const { properties, type, items } = walked as { properties?: Properties; type?: string; items?: Free }
  const known = type === 'array' && items?.type === 'string' && items.enum === undefined ? KNOWN[axis] : undefined
  return {
    ...walked,
    ...(properties === undefined ? {} : { properties: aboutParts(axis, properties) }),
    ...(known === undefined ? {} : { items: { ...items, examples: known } }),
  }
}

/** Elements of a list, which may be any text where no words are given. */
interface Free {
  readonly type?: string
  readonly enum?: readonly string[]
}

function aboutParts(axis: string, properties: Properties): Properties {
  const about = PARTS.get(axis) ?? {}
  return Object.fromEntries(
    Object.entries(properties).map(([key, value]) => [
      key,
      Object.hasOwn(about, key) ? { description: about[key], ...value } : value,
    ]),
  )
}
