import { parseSync } from 'oxc-parser'
import type { Description, Schema } from '../../src/testing/forge/description.ts'
import { namesIn, pick, type Used } from './picks.ts'

/** A node of a syntax tree, read loosely. */
interface Node {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/**
 * Cuts the requests that Leeway makes out of Gitea's description, as the package `gitea-js` holds it: a client that is generated from
 * Gitea's own swagger file, whose interfaces are its definitions and whose methods name their requests.
 */
export function cutGitea(text: string, used: Readonly<Record<string, Required<Used>>>, version: string): Description {
  const { program } = parseSync('gitea.d.ts', text)
  const read = new Reader(text, program as unknown as Node)
  const operations = Object.entries(used).map(([name, { reads, status }]) => {
    const [, path = ''] = name.split(' ')
    const { query, body, answer } = read.method(name)
    const answers = { [status]: reads === null || answer === null ? null : pick(answer, reads) }
    return [name, { path: namesIn(path), query, body, answers }] as const
  })
  return { from: `Gitea's API, gitea-js ${version}`, licence: 'MIT', operations: Object.fromEntries(operations) }
}

class Reader {
  readonly #text: string
  readonly #nodes: readonly Node[]
  readonly #declared = new Map<string, Node>()

  constructor(text: string, program: Node) {
    this.#text = text
    this.#nodes = [...walk(program)]
    for (const node of this.#nodes) {
      if (node.type === 'TSInterfaceDeclaration' || node.type === 'TSTypeAliasDeclaration') {
        this.#declared.set((node['id'] as unknown as { readonly name: string }).name, node)
      }
    }
  }

  /** The method whose comment names a request: what it takes, and what it gives. */
  method(name: string): { readonly query: Schema; readonly body: Schema | null; readonly answer: Schema | null } {
    const at = this.#text.indexOf(`@request ${name.replace(' ', ':')}\n`)
    const found = this.#nodes.find(({ type, start }) => type === 'TSFunctionType' && at >= 0 && start > at)
    if (found === undefined) throw new Error(`Gitea does not describe ${name}`)
    const params = found['params'] as readonly Node[]
    const typeOf = (wanted: string) => {
      const param = params.find((one) => one['name'] === wanted)
      return param && this.schema((param['typeAnnotation'] as Node)['typeAnnotation'] as Node)
    }
    const returned = (found['returnType'] as Node)['typeAnnotation'] as Node
    const [response] = argumentsOf(returned)
    const [answer] = response === undefined ? [] : argumentsOf(response)
    const schema = answer === undefined ? {} : this.schema(answer)
    const isSaid = schema.type !== undefined
    return {
      query: typeOf('query') ?? { type: 'object', properties: {} },
      body: typeOf('body') ?? null,
      answer: isSaid ? schema : null,
    }
  }

  schema(node: Node, depth = 0): Schema {
    const plain = PLAIN[node.type]
    if (plain !== undefined) return plain
    if (node.type === 'TSArrayType') return { type: 'array', items: this.schema(node['elementType'] as Node, depth) }
    if (node.type === 'TSUnionType') return { type: 'string', enum: (node['types'] as readonly Node[]).map(literalOf) }
    if (node.type === 'TSTypeLiteral') return this.#object(node['members'] as readonly Node[], depth)
    if (node.type !== 'TSTypeReference' || depth > DEEPEST) return {}
    const declared = this.#declared.get((node['typeName'] as unknown as { readonly name: string }).name)
    if (declared?.type === 'TSTypeAliasDeclaration') return this.schema(declared['typeAnnotation'] as Node, depth + 1)
    if (declared === undefined) return {}
    return this.#object((declared['body'] as Node)['body'] as readonly Node[], depth + 1)
  }

  #object(members: readonly Node[], depth: number): Schema {
    const named = members.map((member) => {
      const name = (member['key'] as unknown as { readonly name: string }).name
      const type = (member['typeAnnotation'] as Node)['typeAnnotation'] as Node
      return { name, schema: this.schema(type, depth), required: member['optional'] !== true }
    })
    const required = named.filter((one) => one.required).map(({ name }) => name)
    const properties = Object.fromEntries(named.map(({ name, schema }) => [name, schema]))
    return { type: 'object', properties, ...(required.length > 0 && { required }) }
  }
}

/** Definitions refer to each other in circles; nothing that is used lies deeper. */
const DEEPEST = 3

const PLAIN: Readonly<Record<string, Schema>> = {
  TSStringKeyword: { type: 'string' },
  TSNumberKeyword: { type: 'number' },
  TSBooleanKeyword: { type: 'boolean' },
  TSAnyKeyword: {},
  TSVoidKeyword: {},
}

function literalOf(node: Node): unknown {
  return (node['literal'] as { readonly value: unknown }).value
}

function argumentsOf(node: Node): readonly Node[] {
  return ((node['typeArguments'] as Node | null)?.['params'] ?? []) as readonly Node[]
}

function* walk(node: unknown): Generator<Node> {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node) && typeof (node as Node).type === 'string') yield node as Node
  for (const value of Object.values(node)) yield* walk(value)
}
