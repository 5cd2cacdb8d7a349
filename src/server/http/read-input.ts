import * as z from 'zod'
import type { OperationShape } from '../../api/operation.ts'
import { isInQuery, pathKeys, type TextKind, textKinds } from '../../api/path.ts'
import { AppError } from '../../model/errors.ts'
import type { Problem } from '../../model/problem.ts'
import { pointer, problemsOf } from '../../model/problems-of.ts'
import { quote } from '../../model/quote.ts'
import { readBody } from './read-body.ts'

type Fields = Readonly<Record<string, unknown>>

/** A request as far as an operation's input is concerned. */
export interface Received {
  readonly request: Request
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, readonly string[]>>
}

/** Reads the input of one operation from its requests: path, query, body and `If-Match`, as one object. */
export function inputReader(operation: OperationShape): (received: Received) => Promise<Fields> {
  const inPath = pathKeys(operation.path)
  const inQuery = isInQuery(operation)
  let kinds: ReadonlyMap<string, TextKind> | undefined
  const bindsContent = !inQuery && 'content_hash' in operation.input.shape
  return async ({ request, params, query }) => {
    kinds ??= kindsOf(operation)
    const rest = inQuery ? fromQuery(query, kinds) : await readBody(request)
    const twice = Object.keys(rest).find((key) => inPath.includes(key))
    if (twice !== undefined) throw problem('unknown_key', `The key ${quote(twice)} stands in the path.`, twice)
    if (!inQuery && Object.keys(query).length > 0) {
      const [key = ''] = Object.keys(query)
      throw problem('unknown_key', `Nothing is read from the query here: ${quote(key)}.`, key)
    }
    const given = { ...(bindsContent && seenIn(request)), ...rest, ...params }
    const parsed = operation.input.safeParse(given)
    if (parsed.success) return parsed.data
    throw new AppError('invalid_input', problemsOf(parsed.error, { input: given }))
  }
}

/** Worked out when it is first needed, because a server should be there at once. */
function kindsOf({ input }: OperationShape): ReadonlyMap<string, TextKind> {
  return textKinds(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
}

/** What was on the screen, where it is said in the header that HTTP has for it. */
function seenIn(request: Request): Fields {
  const [, hash] = /^"([^"]+)"$/.exec(request.headers.get('if-match') ?? '') ?? []
  return hash === undefined ? {} : { content_hash: hash }
}

function fromQuery(query: Received['query'], kinds: ReadonlyMap<string, TextKind>): Fields {
  const fields = Object.entries(query).map(([key, texts]) => [key, valueOf(key, texts, kinds.get(key) ?? 'text')])
  return Object.fromEntries(fields)
}

function valueOf(key: string, texts: readonly string[], kind: TextKind): unknown {
  if (kind === 'list') return texts
  const [text = ''] = texts
  if (texts.length > 1) throw problem('invalid_value', `The key ${quote(key)} is given more than once.`, key)
  if (kind === 'number') return /^-?\d{1,16}(\.\d{1,16})?$/.test(text) ? Number(text) : text
  if (kind === 'boolean') return BOOLEANS.get(text) ?? text
  return text
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function problem(code: Problem['code'], message: string, key: string): AppError {
  return new AppError('invalid_input', [{ code, message, path: pointer([key]) }])
}
