import type { GivenTo, OperationName, OutputOf } from '../api/operations.ts'
import { PAGE_KEY } from '../api/page-key.ts'
import { isInQuery, pathKeys } from '../api/path.ts'
import { ROUTES } from '../api/routes.ts'
import { AppError, ERRORS, type ErrorCode } from '../model/errors.ts'
import type { Problem } from '../model/problem.ts'
import { unreadable } from './unreadable.ts'

/** How to reach a server, and who calls. */
export interface ApiClientOptions {
  /** `http://127.0.0.1:4317`; the page's own server when left out. */
  readonly url?: string
  /** Says that a proxy or a VPN encrypts the way to an `http://` address of another machine; refused otherwise. */
  readonly proxy?: boolean
  /** A token of an agent, a service or a person; a browser that is signed in has a cookie instead. */
  readonly token?: string
  /** What `sign_in` gave to a browser that is signed in; asked for at every call, because another tab may have signed in since. */
  readonly pageKey?: () => string | undefined
  readonly fetch?: typeof fetch
}

/** What one call may say beside its input. */
export interface CallOptions {
  /** Asked again under the same key, nothing is done twice. */
  readonly key?: string
  /** What the caller has seen already. */
  readonly etag?: string
  readonly signal?: AbortSignal
}

/** What came back. `value` is undefined when there is nothing new since `etag`. */
export interface Got<Value> {
  readonly value: Value | undefined
  readonly etag: string | undefined
}

/**
 * Calls the operations of a server. Everything that goes wrong is an `AppError` with the code of the one table. A page came from
 * the server that answers it, so it takes the answers at their word and is spared their schemas; whoever acts on an answer
 * takes `ApiClient`.
 */
export class PageClient {
  readonly #options: ApiClientOptions

  constructor(options: ApiClientOptions = {}) {
    this.#options = options
  }

  /** Calls an operation and gives its output. */
  async call<Name extends OperationName>(
    name: Name,
    input: GivenTo<Name>,
    options: Omit<CallOptions, 'etag'> = {},
  ): Promise<OutputOf<Name>> {
    return (await this.get(name, input, options)).value as OutputOf<Name>
  }

  /** The same with what names exactly this answer, so that it need not be sent twice. */
  async get<Name extends OperationName>(
    name: Name,
    input: GivenTo<Name>,
    options: CallOptions = {},
  ): Promise<Got<OutputOf<Name>>> {
    const response = await this.#send(name, input as Fields, options)
    const etag = response.headers.get('etag') ?? undefined
    if (response.status === 304 && options.etag !== undefined) return { value: undefined, etag }
    const text = await textOf(response, options.signal)
    if (!response.ok) throw errorIn(text, response)
    const said = objectIn(text)
    if (said === undefined) throw unreadable(response, `it is ${typeOf(response)}, and no object in JSON`)
    return { value: await this.read(name, said, response), etag }
  }

  /** Begins an operation that streams, and gives the response to read from. */
  async open<Name extends OperationName>(
    name: Name,
    input: GivenTo<Name>,
    options: CallOptions = {},
  ): Promise<Response> {
    return this.#opened(name, input, { ...options, type: 'text/event-stream', is: 'stream of events' })
  }

  /** Begins an operation that sends a file, and gives the response to read its bytes from. */
  async download<Name extends OperationName>(name: Name, input: GivenTo<Name>): Promise<Response> {
    return this.#opened(name, input, { type: 'application/octet-stream', is: 'file' })
  }

  async #opened<Name extends OperationName>(name: Name, input: GivenTo<Name>, options: Opening): Promise<Response> {
    const response = await this.#send(name, input as Fields, options)
    if (!response.ok) throw errorIn(await textOf(response, options.signal), response)
    if (typeOf(response) === options.type) return response
    await response.body?.cancel()
    throw unreadable(response, `it is ${typeOf(response)}, and no ${options.is}`)
  }

  /** What an object says that came as the answer to an operation. */
  protected async read<Name extends OperationName>(
    _name: Name,
    said: object,
    _response: Response,
  ): Promise<OutputOf<Name>> {
    return said as OutputOf<Name>
  }

  async #send(name: OperationName, input: Fields, options: CallOptions): Promise<Response> {
    const { url, init } = requestOf(name, input, { ...this.#options, ...options })
    return (this.#options.fetch ?? fetch)(url, init).catch((cause: unknown) => {
      throw options.signal?.aborted === true ? options.signal.reason : unreachable(url, cause)
    })
  }
}

/** What has to come back for it to be what was asked for. */
interface Opening extends CallOptions {
  readonly type: string
  readonly is: string
}

type Fields = Readonly<Record<string, unknown>>

function requestOf(name: OperationName, input: Fields, options: ApiClientOptions & CallOptions) {
  const [method = '', path = ''] = ROUTES[name].split(' ')
  const inPath = pathKeys(path)
  const rest = Object.entries(input).filter(([key, value]) => !inPath.includes(key) && value !== undefined)
  const filled = path.replaceAll(/:([a-z_]+)/g, (_all, key: string) => encodeURIComponent(String(input[key])))
  const inQuery = isInQuery({ method: method as 'GET' })
  const query = inQuery ? queryOf(rest) : ''
  const init: RequestInit = {
    method,
    // What was asked is for this server alone, and so is the right to answer it.
    redirect: 'manual',
    headers: headersOf(options, !inQuery),
    ...(options.signal && { signal: options.signal }),
    ...(!inQuery && { body: JSON.stringify(Object.fromEntries(rest)) }),
  }
  return { url: `${options.url ?? ''}${filled}${query}`, init }
}

function headersOf({ token, pageKey, key, etag }: ApiClientOptions & CallOptions, hasBody: boolean) {
  const proof = pageKey?.()
  return {
    Accept: 'application/json',
    ...(hasBody && { 'Content-Type': 'application/json' }),
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(proof !== undefined && { [PAGE_KEY.header]: proof }),
    ...(key !== undefined && { 'Idempotency-Key': key }),
    ...(etag !== undefined && { 'If-None-Match': etag }),
  }
}

/** A list is said once for each of its members. */
function queryOf(fields: readonly (readonly [string, unknown])[]): string {
  const pairs = fields.flatMap(([key, value]) => [value].flat().map((item) => [key, String(item)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`
}

/** The whole of an answer. One that was cut off is none, whatever its beginning says. */
async function textOf(response: Response, signal: AbortSignal | undefined): Promise<string> {
  return response.text().catch((cause: unknown) => {
    throw signal?.aborted === true ? signal.reason : unreadable(response, 'it was cut off', cause)
  })
}

function objectIn(text: string): object | undefined {
  try {
    const said: unknown = JSON.parse(text)
    return typeof said === 'object' && said !== null ? said : undefined
  } catch {
    return undefined
  }
}

function typeOf({ headers }: Response): string {
  return headers.get('content-type')?.split(';')[0]?.trim() || 'of no type'
}

/** The error that the server had, or the strictest reading of something that is none of ours. */
function errorIn(text: string, response: Response): AppError {
  const { code, detail, details, problems } = (objectIn(text) ?? {}) as {
    code?: string
    detail?: string
    details?: Readonly<Record<string, string>>
    problems?: readonly Problem[]
  }
  if (code === undefined || !Object.hasOwn(ERRORS, code)) return foreignError(response)
  return new AppError(code as ErrorCode, problems ?? [], {
    ...(detail !== undefined && { message: detail }),
    ...(details && { details }),
  })
}

/** Somebody between us and the server refuses, which stays so, or can't reach it, which passes. */
function foreignError(response: Response): AppError {
  const { status } = response
  if (status < 400 || status >= 500) return unreadable(response, `it is ${typeOf(response)}, and no error of ours`)
  return new AppError('internal', [], { message: `The server answered ${status}, which is not Leeway's answer.` })
}

/** Nobody is there at all: the server is down, or the address is wrong. It may be back in a moment. */
function unreachable(url: string, cause: unknown): AppError {
  const { origin } = new URL(url, 'http://page')
  const isPage = origin === 'http://page'
  return new AppError('server_unreachable', [], {
    message: isPage ? 'The server of this page does not answer.' : `No server answers at ${origin}.`,
    details: {
      ...(!isPage && { url: origin }),
      next: `Start it where its folder is: leeway up.${isPage ? '' : ' Or look whether the address is right.'}`,
    },
    cause,
  })
}
