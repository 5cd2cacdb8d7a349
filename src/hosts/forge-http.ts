import type * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { nextPage } from './next-page.ts'
import { pauseUntil } from './rate-pause.ts'
import { readLimited } from './read-limited.ts'

/** How requests reach one forge. */
export interface ForgeHttpOptions {
  /** Where the paths of the description begin. */
  readonly base: URL
  /** What every request carries beside the token. */
  readonly headers: Readonly<Record<string, string>>
  /** Looked up for every request, and kept nowhere. */
  readonly authorization: () => Promise<string>
  readonly now: () => number
  readonly timeoutMs?: number
}

/** What one request is made of, as the forge describes it. */
export interface Described {
  readonly path: Readonly<Record<string, string | number>>
  readonly query: object
  readonly body: object | undefined
}

/** What a caller gives of it; what is empty may be left out. */
export type Given<Request extends Described> = {
  readonly path: Request['path']
  readonly query?: Request['query']
} & (Request['body'] extends undefined ? { readonly body?: undefined } : { readonly body: Request['body'] })

/** An answer, before anybody believes it. */
export interface Answer {
  readonly status: number
  readonly value: unknown
  readonly next: URL | undefined
}

interface Kept {
  readonly etag: string
  readonly value: unknown
}

const TIMEOUT_MS = 20_000
/**
 * Answers that are asked for again and again are kept, so that an unchanged one costs the forge nothing. Lists are not: a page can be
 * the same, and no longer the last one.
 */
const MOST_KEPT = 200
/** No pull request of ours has more to read; one that has is not read in part. */
const MOST_PAGES = 50

/** Typed requests to one forge: bounded in time and size, without redirects, and never faster than it wants. */
export class ForgeHttp<Requests extends { readonly [Name in keyof Requests]: Described }> {
  readonly #options: ForgeHttpOptions
  readonly #kept = new Map<string, Kept>()
  #pausedUntil = 0

  constructor(options: ForgeHttpOptions) {
    this.#options = options
  }

  /** Makes a request and reads its answer; throws `forge_refused` with the status when the forge says no. */
  async call<Name extends keyof Requests & string, Schema extends z.ZodType>(
    name: Name,
    given: Given<Requests[Name]>,
    schema: Schema,
  ): Promise<z.output<Schema>> {
    const { value } = await this.ask(name, given)
    return readAs(schema, value, name)
  }

  /** Reads every page of a list. */
  async list<Name extends keyof Requests & string, Schema extends z.ZodType>(
    name: Name,
    given: Given<Requests[Name]>,
    schema: Schema,
  ): Promise<readonly z.output<Schema>[]> {
    const all: z.output<Schema>[] = []
    let url: URL | undefined = this.#urlOf(name, given)
    for (let page = 1; url !== undefined; page++) {
      if (page > MOST_PAGES) throw unreadable(`${name} has more than ${MOST_PAGES} pages.`)
      const answer: Answer = await this.#send('GET', url, undefined)
      if (!Array.isArray(answer.value)) throw unreadable(`The answer to ${name} is no list.`)
      all.push(...answer.value.map((item) => readAs(schema, item, name)))
      url = answer.next
    }
    return all
  }

  /** Makes a request; whether it was answered with something to read is for the caller to know. */
  ask<Name extends keyof Requests & string>(name: Name, given: Given<Requests[Name]>): Promise<Answer> {
    const [method = ''] = name.split(' ')
    return this.#send(method, this.#urlOf(name, given), given.body)
  }

  /** A question to an address beside those of the description. */
  post(url: URL, body: object): Promise<Answer> {
    return this.#send('POST', url, body)
  }

  #urlOf(name: string, { path, query = {} }: Pick<Given<Described>, 'path' | 'query'>): URL {
    const [, template = ''] = name.split(' ')
    const filled = template.replaceAll(/\{(\w+)\}/g, (_all, key: string) => {
      const text = String(path[key] ?? '')
      // A branch may have slashes, which forges want as they are; nothing may lead to another address.
      if (text === '' || text.split('/').some((part) => part === '' || part === '.' || part === '..'))
        throw badPath(name)
      return text.split('/').map(encodeURIComponent).join('/')
    })
    const url = new URL(`${this.#options.base.href.replace(/\/$/, '')}${filled}`)
    for (const [key, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(key, String(value))
    return url
  }

  async #send(method: string, url: URL, body: object | undefined): Promise<Answer> {
    const { now, timeoutMs = TIMEOUT_MS } = this.#options
    if (now() < this.#pausedUntil) throw busy(this.#pausedUntil)
    refuseUnvouched(url)
    const kept = method === 'GET' ? this.#kept.get(url.href) : undefined
    const headers = await this.#headers(body !== undefined, kept)
    const signal = AbortSignal.timeout(timeoutMs)
    let response: Response
    let text: string
    try {
      response = await fetch(url, {
        method,
        headers,
        signal,
        redirect: 'manual',
        ...(body && { body: JSON.stringify(body) }),
      })
      text = await readLimited(response)
    } catch (cause) {
      if (cause instanceof AppError) throw cause
      // The cause may name the address, never the token; whether the request arrived is not known.
      throw new AppError('forge_unreachable', [], {
        message: `${url.host} did not answer ${method} ${url.pathname}.`,
        cause,
      })
    }
    if (response.status === 304 && kept !== undefined) return { status: 200, value: kept.value, next: undefined }
    if (!response.ok) throw this.#refusal(response, { method, url, text })
    const answer = { status: response.status, value: valueOf(text), next: nextPage(response.headers.get('link'), url) }
    if (method === 'GET' && !Array.isArray(answer.value))
      this.#keep(url.href, response.headers.get('etag'), answer.value)
    return answer
  }

  async #headers(hasBody: boolean, kept: Kept | undefined): Promise<Record<string, string>> {
    const { headers, authorization } = this.#options
    return {
      ...headers,
      authorization: await authorization(),
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(kept && { 'if-none-match': kept.etag }),
    }
  }

  #refusal(response: Response, { method, url, text }: Sent): AppError {
    const { status, headers } = response
    const until = pauseUntil(status, headers, this.#options.now())
    if (until !== undefined) {
      this.#pausedUntil = until
      return busy(until)
    }
    const said = messageIn(text)
    const details = { status: String(status), said }
    const asked = `${method} ${url.pathname}`
    // A fault of the forge itself says nothing about what became of the request.
    if (status >= 500)
      return new AppError('forge_unreachable', [], { message: `${url.host} answered ${status} to ${asked}.`, details })
    const message = `${url.host} answered ${status} to ${asked}${said === '' ? '.' : `: ${said}`}`
    return new AppError('forge_refused', [], { message, details })
  }

  #keep(address: string, etag: string | null, value: unknown): void {
    this.#kept.delete(address)
    if (etag === null) return
    this.#kept.set(address, { etag, value })
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MOST_KEPT && oldest !== undefined) this.#kept.delete(oldest)
  }
}

/** A setting of the environment lets Node believe every certificate; whoever stands in between would be given our token. */
function refuseUnvouched(url: URL): void {
  if (url.protocol !== 'https:' || process.env['NODE_TLS_REJECT_UNAUTHORIZED'] !== '0') return
  const message = 'NODE_TLS_REJECT_UNAUTHORIZED is 0, so that nobody vouches for the forge. No token is sent there.'
  throw new AppError('unsafe_address', [], { message })
}

interface Sent {
  readonly method: string
  readonly url: URL
  readonly text: string
}

/** The status with which a forge refused; undefined for any other error. */
export function refusedWith(error: unknown): { readonly status: number; readonly said: string } | undefined {
  if (!(error instanceof AppError) || error.code !== 'forge_refused') return undefined
  return { status: Number(error.details['status']), said: error.details['said'] ?? '' }
}

function readAs<Schema extends z.ZodType>(schema: Schema, value: unknown, name: string): z.output<Schema> {
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw unreadable(`The answer to ${name} is not as described: ${issue?.path.join('.')}: ${issue?.message}`)
}

function valueOf(text: string): unknown {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('forge_unreadable', [], { message: 'The forge answered something that is not JSON.', cause })
  }
}

/** What a forge says of its refusal, short enough to be shown. Of a conflict Gitea gives what git wrote, and no message. */
function messageIn(text: string): string {
  try {
    const { message, StdErr } = JSON.parse(text) as { readonly message?: unknown; readonly StdErr?: unknown }
    const said = typeof message === 'string' ? message : typeof StdErr === 'string' ? `conflict ${StdErr}` : ''
    return said.replaceAll(/\s+/g, ' ').trim().slice(0, 300)
  } catch {
    return ''
  }
}

function busy(until: number): AppError {
  const at = new Date(until).toISOString()
  return new AppError('forge_busy', [], { message: `The forge asks for a pause until ${at}.`, details: { until: at } })
}

function unreadable(message: string): AppError {
  return new AppError('forge_unreadable', [], { message })
}

function badPath(name: string): AppError {
  return new AppError('forge_refused', [], {
    message: `${name} was not sent: a part of its address is empty or leads elsewhere.`,
  })
}
