import type { DescribedOperation, Description, Schema } from '../../src/testing/forge/description.ts'
import { namesIn, pick, type Used } from './picks.ts'

/** What GitHub's OpenAPI 3.0 document is made of, as far as we read it. */
interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}
interface Operation {
  readonly parameters?: readonly unknown[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Raw }>> }
  readonly responses: Readonly<Record<string, unknown>>
}
interface Raw extends Omit<Schema, 'properties' | 'items' | 'additionalProperties'> {
  readonly nullable?: boolean
  readonly properties?: Readonly<Record<string, unknown>>
  readonly items?: unknown
  readonly allOf?: readonly unknown[]
  readonly anyOf?: readonly unknown[]
  readonly oneOf?: readonly unknown[]
}
interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Raw
}

/** Cuts the requests that Leeway makes out of GitHub's description (`@octokit/openapi`, generated/api.github.com.json). */
export function cutGithub(document: Document, used: Readonly<Record<string, Used>>): Description {
  const read = new Reader(document)
  const operations = Object.entries(used).map(([name, { reads }]) => {
    const [method = '', path = ''] = name.split(' ')
    const found = document.paths[path]?.[method.toLowerCase()]
    if (found === undefined) throw new Error(`GitHub does not describe ${name}`)
    return [name, read.operation(path, found, reads)] as const
  })
  const from = `GitHub's REST API, @octokit/openapi ${document.info.version}, api.github.com`
  return { from, licence: 'MIT', operations: Object.fromEntries(operations) }
}

class Reader {
  readonly #document: Document

  constructor(document: Document) {
    this.#document = document
  }

  operation(
    path: string,
    { parameters = [], requestBody, responses }: Operation,
    reads: Used['reads'],
  ): DescribedOperation {
    const all = parameters.map((parameter) => this.#resolve<Parameter>(parameter))
    const query = all.filter((parameter) => parameter.in === 'query')
    const required = query.filter((parameter) => parameter.required).map(({ name }) => name)
    const body = requestBody?.content['application/json']?.schema
    const statuses = Object.keys(responses).filter((status) => status !== '304')
    return {
      path: namesIn(path),
      query: {
        type: 'object',
        properties: Object.fromEntries(query.map(({ name, schema }) => [name, this.schema(schema)])),
        ...(required.length > 0 && { required }),
      },
      body: body === undefined ? null : this.schema(body),
      answers: Object.fromEntries(statuses.map((status) => [status, this.#answer(status, responses[status], reads)])),
    }
  }

  #answer(status: string, response: unknown, reads: Used['reads']): Schema | null {
    if (!status.startsWith('2') || reads === null) return null
    const { content } = this.#resolve<Required<Operation>['requestBody']>(response)
    const schema = content['application/json']?.schema
    return schema === undefined ? null : pick(this.schema(schema), reads)
  }

  /** A schema of JSON Schema's newer kind, where null is a type. Of several possibilities the fields are taken together. */
  schema(given: unknown): Schema {
    const raw = this.#resolve<Raw>(given)
    const { nullable = false, enum: values, required, items } = raw
    const parts = [raw.allOf, raw.anyOf, raw.oneOf].flatMap((some) => some ?? []).map((part) => this.schema(part))
    const properties = this.#properties(raw, parts)
    const type = raw.type ?? parts.find((part) => part.type !== undefined)?.type
    return {
      ...(type !== undefined && { type: nullable ? [...[type].flat(), 'null'] : type }),
      ...(values && { enum: nullable ? [...values, null] : values }),
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required && { required }),
      ...(items !== undefined && { items: this.schema(items) }),
    }
  }

  #properties({ properties = {} }: Raw, parts: readonly Schema[]): Record<string, Schema> {
    const own = Object.entries(properties).map(([name, inner]) => [name, this.schema(inner)] as const)
    return { ...Object.assign({}, ...parts.map((part) => part.properties)), ...Object.fromEntries(own) }
  }

  #resolve<Value>(given: unknown): Value {
    const { $ref } = given as { readonly $ref?: string }
    if ($ref === undefined) return given as Value
    const found = $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], this.#document)
    return this.#resolve(found)
  }
}
