import * as z from 'zod'
import { Actor } from '../model/actor.ts'
import { Attempt } from '../model/attempt.ts'
import { Checkpoint, Remark, ReviewTerms } from '../model/checkpoint.ts'
import { Content } from '../model/content.ts'
import { Decision } from '../model/decision.ts'
import { Gate } from '../model/gate.ts'
import { Grant } from '../model/grant.ts'
import { Job } from '../model/job.ts'
import { KillSwitch } from '../model/kill-switch.ts'
import { Review } from '../model/review.ts'
import { PolicyDocumentSchema } from '../policy/policy-document.ts'
import { ShownPerson, ShownToken } from './views.ts'

/** Schemas that are described once and referred to by name. */
const NAMED: ReadonlyMap<z.ZodType, string> = new Map<z.ZodType, string>([
  [Actor, 'Actor'],
  [Attempt, 'Attempt'],
  [Checkpoint, 'Checkpoint'],
  [Content, 'Content'],
  [Decision, 'Decision'],
  [Gate, 'Gate'],
  [Grant, 'Grant'],
  [Job, 'Job'],
  [KillSwitch, 'KillSwitch'],
  [PolicyDocumentSchema, 'PolicyDocument'],
  [Remark, 'Remark'],
  [Review, 'Review'],
  [ReviewTerms, 'ReviewTerms'],
  [ShownPerson, 'Person'],
  [ShownToken, 'Token'],
])

const REGISTRY = Object.assign(z.registry<z.GlobalMeta>(), {
  get: (schema: z.ZodType) => {
    const known = z.globalRegistry.get(schema)
    const id = NAMED.get(schema)
    return id === undefined ? known : { ...known, id }
  },
})

/** A JSON Schema, or a part of one. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** A schema as JSON Schema, and those that it refers to by name. */
export interface Described {
  readonly schema: JsonSchema
  readonly named: Readonly<Record<string, JsonSchema>>
}

/** Describes what callers write (`input`) or what they get (`output`). What is named has `In` behind its name in the first case. */
export function describe(schema: z.ZodType, io: 'input' | 'output'): Described {
  const whole = z.toJSONSchema(schema, { io, metadata: REGISTRY, unrepresentable: 'any' }) as Record<string, unknown>
  const { $schema: _, $defs = {}, ...rest } = whole
  const named = Object.entries($defs as Record<string, unknown>).map(([name, part]) => [
    nameOf(name, io),
    inDocument(part, io),
  ])
  return { schema: inDocument(rest, io) as JsonSchema, named: Object.fromEntries(named) }
}

function nameOf(name: string, io: 'input' | 'output'): string {
  return io === 'input' ? `${name}In` : name
}

/** The same with references into the document's components, and without what is about our own types. */
function inDocument(part: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(part)) return part.map((item) => inDocument(item, io))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === 'properties') return [[key, eachIn(value as object, io)]]
    if (key === 'readOnly' || key === 'id') return []
    // Generators take what has a default for something that has to be given.
    if (key === 'default') return [['description', `When left out: ${JSON.stringify(value)}.`]]
    if (key === '$ref') return [['$ref', `#/components/schemas/${nameOf(String(value).replace('#/$defs/', ''), io)}`]]
    return [[key, inDocument(value, io)]]
  })
  return Object.fromEntries(entries)
}

/** Names of properties are no words of the schema. */
function eachIn(properties: object, io: 'input' | 'output'): object {
  return Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, inDocument(part, io)]))
}
