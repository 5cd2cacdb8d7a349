import { ERRORS, type ErrorCode } from '../model/errors.ts'
import { PROBLEM_CODES } from '../model/problem.ts'
import { describe, type JsonSchema } from './json-schema.ts'
import { COMMON_ERRORS, type OperationShape } from './operation.ts'
import { OPERATIONS } from './operations.ts'
import { PAGE_KEY } from './page-key.ts'
import { isInQuery, pathKeys } from './path.ts'

/** The description of every operation as OpenAPI 3.1, for generators of clients and for people. */
export function openApi(version: string): JsonSchema {
  const schemas: Record<string, unknown> = { Problem: PROBLEM }
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, operation] of Object.entries<OperationShape>(OPERATIONS)) {
    const path = operation.path.replaceAll(/:([a-z_]+)/g, '{$1}')
    const { described, named } = describeOperation(name, operation)
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: described }
    Object.assign(schemas, named)
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Leeway', version, description: ABOUT, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    servers: [{ url: '/' }],
    security: [{ token: [] }, { session: [], page_key: [] }],
    paths,
    components: { schemas, securitySchemes: SECURITY },
  }
}

const ABOUT =
  'Decides how much freedom an AI agent gets, holds it where a person must look, and makes that look quick, safe and accountable.'

const SECURITY = {
  token: { type: 'http', scheme: 'bearer', description: 'A token of an agent, a service or a person.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'leeway_session_7317',
    description:
      'A browser that is signed in. Its name ends in the port at which browsers reach the server, and begins with __Host- over TLS.',
  },
  page_key: {
    type: 'apiKey',
    in: 'header',
    name: PAGE_KEY.header,
    description: 'What its page was given with the cookie.',
  },
}

/** What is told of everything that went wrong (RFC 9457). */
const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code', 'retry'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: Object.keys(ERRORS) },
    retry: { type: 'boolean' },
    details: { type: 'object', additionalProperties: { type: 'string' } },
    problems: {
      type: 'array',
      items: {
        type: 'object',
        required: ['code', 'message', 'path'],
        properties: {
          code: { type: 'string', enum: [...PROBLEM_CODES] },
          message: { type: 'string' },
          path: { type: 'string' },
        },
      },
    },
  },
}

function describeOperation(name: string, operation: OperationShape) {
  const { path, summary, callers, output, streams, sends_file } = operation
  const given = describe(operation.input, 'input')
  const got = describe(output, 'output')
  const inPath = pathKeys(path)
  const media = streams ? 'text/event-stream' : sends_file ? 'application/octet-stream' : 'application/json'
  const described = {
    operationId: name,
    summary,
    description: `Who may call: ${callers === 'anyone' ? 'anyone' : callers.join(', ')}.`,
    ...(callers === 'anyone' && { security: [] }),
    parameters: [...parameters(given.schema, inPath, isInQuery(operation)), ...headers(operation)],
    ...(!isInQuery(operation) && { requestBody: body(given.schema, inPath) }),
    responses: {
      200: { description: 'Done.', content: { [media]: { schema: got.schema } } },
      ...failures(operation),
    },
  }
  return { described, named: { ...given.named, ...got.named } }
}

function parameters(schema: JsonSchema, inPath: readonly string[], inQuery: boolean): readonly unknown[] {
  const required = (schema['required'] ?? []) as readonly string[]
  return Object.entries((schema['properties'] ?? {}) as Record<string, unknown>).flatMap(([name, part]) => {
    if (inPath.includes(name)) return [{ name, in: 'path', required: true, schema: part }]
    return inQuery ? [{ name, in: 'query', required: required.includes(name), schema: part }] : []
  })
}

function headers({ repeat, method }: OperationShape): readonly unknown[] {
  const text = { type: 'string' }
  if (repeat === 'key') return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: text }]
  return method === 'GET' ? [{ name: 'If-None-Match', in: 'header', required: false, schema: text }] : []
}

function body(schema: JsonSchema, inPath: readonly string[]) {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, unknown>)
  const required = ((schema['required'] ?? []) as readonly string[]).filter((key) => !inPath.includes(key))
  const rest = {
    ...schema,
    properties: Object.fromEntries(properties.filter(([key]) => !inPath.includes(key))),
    required,
  }
  return { required: required.length > 0, content: { 'application/json': { schema: rest } } }
}

/** What can go wrong, by status: several errors may share one. */
function failures({ errors, callers }: OperationShape): Readonly<Record<number, unknown>> {
  const signedIn = callers !== 'anyone'
  const all = [...COMMON_ERRORS.filter((code) => signedIn || code !== 'not_authorised'), ...errors]
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set<ErrorCode>(all)) {
    const { status } = ERRORS[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  const content = { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.map((code) => `\`${code}\`: ${ERRORS[code].text}`).join(' '), content },
    ]),
  )
}
