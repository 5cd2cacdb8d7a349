import * as z from 'zod'
import type { OperationShape } from '../../api/operation.ts'
import { isInQuery, pathKeys, type TextKind, textKinds } from '../../api/path.ts'
import { AppError } from '../../model/errors.ts'
import type { Problem } from '../../model/problem.ts'
import { pointer, problemsOf } from '../../model/problems-of.ts'
import { quote } from '../../model/quote.ts'
import { allowUpload } from './arrival.ts'
import { type HttpRequest, headerOf } from './http-request.ts'
import { bodyIn, readBytes } from './read-body.ts'
import { refuseHeavy } from './refuse-heavy.ts'

type Fields = Readonly<Record<string, unknown>>

const NONE = Buffer.alloc(0)

/**
 * Reads the input of one operation from its requests: path, query, body and `If-Match`, as one object. Once all of it is there, `turn` says
 * when something may be made of it.
 */
export function inputReader(operation: OperationShape): (c: HttpRequest, turn: () => Promise<void>) => Promise<Fields> {
  const inPath = pathKeys(operation.path)
  const inQuery = isInQuery(operation)
  const bindsContent = !inQuery && 'content_hash' in operation.input.shape
  let kinds: ReadonlyMap<string, TextKind> | undefined
  return async (c, turn) => {
    if (operation.most_bytes !== undefined) allowUpload(c.env.incoming)
    const bytes = inQuery ? NONE : await readBytes(c.env.incoming, operation.most_bytes)
    await turn()
    const query = queryOf(c)
    kinds ??= kindsOf(operation)
    const rest = inQuery ? fromQuery(query, kinds) : bodyIn(c.env.incoming, bytes)
    const twice = Object.keys(rest).find((key) => inPath.includes(key))
    if (twice !== undefined) throw problem('unknown_key', `The key ${quote(twice)} stands in the path.`, twice)
    const [astray] = inQuery ? [] : Object.keys(query)
    if (astray !== undefined) {
      throw problem('unknown_key', `Nothing is read from the query here: ${quote(astray)}.`, astray)
    }
    const seen = bindsContent ? seenIn(headerOf(c, 'if-match'), rest) : {}
    const given = { ...seen, ...rest, ...c.req.param() }
    refuseHeavy(given)
    const parsed = operation.input.safeParse(given)
    if (parsed.success) return parsed.data
    throw new AppError('invalid_input', problemsOf(parsed.error, { input: given }))
  }
}

type Query = Readonly<Record<string, readonly string[]>>

/** Most requests have none, and looking for one takes the whole address apart. */
function queryOf(c: HttpRequest): Query {
  const { url = '' } = c.env.incoming
  const at = url.indexOf('?')
  if (at < 0) return {}
  refuseUndecodable(url.slice(at + 1))
  return c.req.queries()
}

/** What stands for no characters would be looked for as it is written, and never found. */
function refuseUndecodable(query: string): void {
  const part = query.split('&').find((one) => !isDecodable(one))
  if (part === undefined) return
  const key = part.split('=')[0] ?? ''
  throw problem(
    'bad_encoding',
    `The query is not UTF-8 in percent signs: ${quote(part)}.`,
    isDecodable(key) ? decodeURIComponent(key) : key,
  )
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Worked out when it is first needed, because a server should be there at once. */
function kindsOf({ input }: OperationShape): ReadonlyMap<string, TextKind> {
  return textKinds(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }))
}

/** What was on the screen, where it is said in the header that HTTP has for it. Said twice, it is the same both times. */
function seenIn(ifMatch: string | undefined, { content_hash }: Fields): Fields {
  if (ifMatch === undefined || ifMatch === '*') return {}
  const [, hash] = /^"([^"]+)"$/.exec(ifMatch) ?? []
  const message = 'If-Match names one content hash in quotation marks, and the same as the body does.'
  if (hash === undefined || (content_hash !== undefined && content_hash !== hash))
    throw problem('invalid_value', message, 'content_hash')
  return { content_hash: hash }
}

function fromQuery(query: Query, kinds: ReadonlyMap<string, TextKind>): Fields {
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
