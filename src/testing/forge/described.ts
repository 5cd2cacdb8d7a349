import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import type { DescribedOperation, Description, Schema } from './description.ts'

/** A request as it came in. */
export interface Asked {
  readonly method: string
  /** Below where the API begins. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Which operation of a description a request is. */
export interface Matched {
  readonly name: string
  readonly params: Readonly<Record<string, string>>
}

type Forge = 'github' | 'gitea'

const ajv = new Ajv({ allErrors: true, strict: false, coerceTypes: false })
/** A check is made once from a schema, which takes a hundred times as long as to use it: every stand-in of a run holds to the same ones. */
const closedChecks = new WeakMap<Schema, ValidateFunction>()
const nullableChecks = new WeakMap<Schema, ValidateFunction>()
const read = new Map<Forge, Description>()

/** Holds requests and answers against what a forge says of them. */
export class Described {
  readonly #operations: readonly (readonly [string, DescribedOperation])[]

  constructor(forge: Forge, change: (description: Description) => Description = (same) => same) {
    this.#operations = Object.entries(change(descriptionOf(forge)).operations)
  }

  /** The operation that answers a request; undefined where the description knows none. */
  match({ method, path }: Pick<Asked, 'method' | 'path'>): Matched | undefined {
    for (const [name] of this.#operations) {
      const [own = '', template = ''] = name.split(' ')
      const pattern = template.replaceAll(/\{(\w+)\}/g, (_all, key: string) =>
        key === 'ref' || key === 'branch' ? `(?<${key}>.+)` : `(?<${key}>[^/]+)`,
      )
      const found = own === method ? new RegExp(`^${pattern}$`).exec(path) : null
      if (found)
        return {
          name,
          params: Object.fromEntries(
            Object.entries(found.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]),
          ),
        }
    }
    return undefined
  }

  /** Everything in a request that the description does not know or does not allow. */
  wrongInRequest(name: string, { query, body }: Asked): readonly string[] {
    const operation = this.#operation(name)
    const typed = Object.fromEntries(
      Object.entries(query).map(([key, value]) => [
        key,
        isNumber(operation.query.properties?.[key]) ? Number(value) : value,
      ]),
    )
    const wrong = this.#wrong(checkOf(closedChecks, operation.query, closed), typed, 'query')
    if (operation.body === null) return body === undefined ? wrong : [...wrong, 'body: there is none']
    return [...wrong, ...this.#wrong(checkOf(closedChecks, operation.body, closed), body, 'body')]
  }

  /** Everything in an answer that is not as the description has it. */
  wrongInAnswer(name: string, status: number, value: unknown): readonly string[] {
    const schema = this.#operation(name).answers[String(status)]
    if (schema === undefined) return status < 300 ? [`${status} is no answer to ${name}`] : []
    return schema === null ? [] : this.#wrong(checkOf(nullableChecks, schema, nullable), value, 'answer')
  }

  #operation(name: string): DescribedOperation {
    const [, found] = this.#operations.find(([own]) => own === name) ?? []
    if (found === undefined) throw new Error(`${name} is not described.`)
    return found
  }

  #wrong(validate: ValidateFunction, value: unknown, what: string): readonly string[] {
    if (validate(value)) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${what}${instancePath}: ${message} ${JSON.stringify(params)}`,
    )
  }
}

function descriptionOf(forge: Forge): Description {
  const file = new URL(`../../../test/forges/${forge}.json`, import.meta.url)
  const description = read.get(forge) ?? (JSON.parse(readFileSync(file, 'utf8')) as Description)
  read.set(forge, description)
  return description
}

function checkOf(
  checks: WeakMap<Schema, ValidateFunction>,
  schema: Schema,
  change: (schema: Schema) => Schema,
): ValidateFunction {
  const check = checks.get(schema) ?? ajv.compile(change(schema))
  checks.set(schema, check)
  return check
}

function isNumber(schema: Schema | undefined): boolean {
  return [schema?.type ?? []].flat().some((type) => type === 'number' || type === 'integer')
}

/** Nothing but what is described: a field that the forge does not know would be passed over in silence. */
function closed(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => [name, closed(inner)] as const)
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties), additionalProperties: false }),
    ...(schema.items && { items: closed(schema.items) }),
  }
}

/** Gitea says nothing of null, and gives it for whatever is not there. */
function nullable(schema: Schema): Schema {
  const properties = Object.entries(schema.properties ?? {}).map(([name, inner]) => {
    const own = nullable(inner)
    const isSure = schema.required?.includes(name) ?? false
    return [
      name,
      isSure || own.type === undefined || own.enum ? own : { ...own, type: [...new Set([own.type, 'null'].flat())] },
    ] as const
  })
  return {
    ...schema,
    ...(schema.properties && { properties: Object.fromEntries(properties) }),
    ...(schema.items && { items: nullable(schema.items) }),
  }
}
