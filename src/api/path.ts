import type { OperationShape } from './operation.ts'

/** The keys of the input that stand in the path. */
export function pathKeys(path: string): readonly string[] {
  return path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1))
}

/** Whether the rest of the input is sent in the query; otherwise it is the JSON body. */
export function isInQuery({ method }: Pick<OperationShape, 'method'>): boolean {
  return method === 'GET' || method === 'DELETE'
}

/** What each key of an operation's query or path is, as far as its text has to be read: `status=a&status=b` is a list. */
export type TextKind = 'text' | 'number' | 'boolean' | 'list'

/** How the texts of a query become values: by what the schema says of each key. */
export function textKinds(schema: { readonly properties?: unknown }): ReadonlyMap<string, TextKind> {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, { readonly type?: unknown }>>
  return new Map(Object.entries(properties).map(([key, { type }]) => [key, KINDS.get(type) ?? 'text']))
}

const KINDS: ReadonlyMap<unknown, TextKind> = new Map([
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['array', 'list'],
])
