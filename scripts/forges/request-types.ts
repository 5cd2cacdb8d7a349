import type { Description, Schema } from '../../src/testing/forge/description.ts'

/** TypeScript for the requests of a description: what stands in the path, the query and the body of each. */
export function requestTypes(name: string, { from, operations }: Description): string {
  const lines = Object.entries(operations).map(([request, { path, query, body }]) => {
    const names = path.map((field) => `readonly ${field}: ${NUMBERS.has(field) ? 'number' : 'string'}`)
    return [
      `  '${request}': {`,
      `    readonly path: ${names.length === 0 ? 'Record<never, never>' : `{ ${names.join('; ')} }`}`,
      `    readonly query: ${typeOf(query, 2)}`,
      `    readonly body: ${body === null ? 'undefined' : typeOf(body, 2)}`,
      '  }',
    ].join('\n')
  })
  const head = `// Made by \`npm run generate\` from test/forges: ${from}.`
  return `${head}\n\n/** Every request that Leeway makes there, as the forge describes it. */\nexport interface ${name} {\n${lines.join('\n')}\n}\n`
}

/** Parts of a path that are numbers; the descriptions of both agree, and say it elsewhere. */
const NUMBERS: ReadonlySet<string> = new Set(['pull_number', 'issue_number', 'comment_id', 'index', 'id'])

function typeOf({ type, enum: values, properties, required = [], items }: Schema, depth: number): string {
  if (values !== undefined) return values.map((value) => (value === null ? 'null' : `'${String(value)}'`)).join(' | ')
  if (properties !== undefined) {
    const fields = Object.entries(properties)
    if (fields.length === 0) return 'Record<never, never>'
    const pad = '  '.repeat(depth)
    const lines = fields.map(([name, schema]) => {
      const isOptional = !required.includes(name)
      return `${pad}  readonly ${name}${isOptional ? '?' : ''}: ${typeOf(schema, depth + 1)}${isOptional ? ' | undefined' : ''}`
    })
    return `{\n${lines.join('\n')}\n${pad}}`
  }
  if (items !== undefined) {
    const inner = typeOf(items, depth)
    return `readonly ${/^[a-z]+$/.test(inner) ? inner : `(${inner})`}[]`
  }
  return [type ?? 'unknown']
    .flat()
    .map((one) => PLAIN[one] ?? 'unknown')
    .join(' | ')
}

const PLAIN: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}
