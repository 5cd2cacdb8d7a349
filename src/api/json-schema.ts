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
  const rename = (name: string) => (io === 'input' ? `${name}In` : name)
  const named = Object.entries($defs as Record<string, unknown>).map(([name, part]) => [
    rename(name),
    referring(part, rename),
  ])
  return { schema: referring(rest, rename) as JsonSchema, named: Object.fromEntries(named) }
}

/** The same with references into the document's components, and without what is about our own types. */
function referring(part: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(part)) return part.map((item) => referring(item, rename))
  if (typeof part !== 'object' || part === null) return part
  const entries = Object.entries(part).flatMap(([key, value]): readonly (readonly [string, unknown])[] => {
    if (key === 'readOnly' || key === 'id') return typeof value === 'object' ? [[key, referring(value, rename)]] : []
    if (key === '$ref') return [['$ref', `#/components/schemas/${rename(String(value).replace('#/$defs/', ''))}`]]
    return [[key, referring(value, rename)]]
  })
  return Object.fromEntries(entries)
}
