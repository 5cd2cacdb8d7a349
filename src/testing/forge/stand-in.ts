import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished } from 'vitest'
import { Described, type Matched } from './described.ts'
import type { Description } from './description.ts'
import { BOT, ForgeState, PLACE } from './forge-state.ts'
import { resolvedThreads } from './github-graphql.ts'

interface Answered {
  readonly status: number
  readonly value?: unknown
  /** A list is given in pages. */
  readonly list?: readonly unknown[]
}

/** How one kind of forge speaks: its requests are those of its description. */
export interface Face {
  readonly forge: 'github' | 'gitea'
  /** Where its API begins. */
  readonly api: string
  readonly describe?: (description: Description) => Description
  /** An address as the forge itself writes it where it names the next page. */
  asCalledThere(url: string): string
  answer(
    state: ForgeState,
    asked: Matched & { readonly body: unknown; readonly query: Readonly<Record<string, string>> },
  ): Answered
}

/** Opens a forge on this machine until the test is over. Whatever was not as the forge describes it fails the test. */
export async function aStandIn(face: Face): Promise<StandIn> {
  const standIn = new StandIn(face)
  const server = createServer((incoming, outgoing) => {
    standIn.serve(incoming, outgoing).catch((error: unknown) => {
      standIn.wrong.push(String(error))
      outgoing.destroy()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  standIn.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
    expect(standIn.wrong).toEqual([])
  })
  return standIn
}

/** A forge with a real repository behind it. Every request and every answer is held against its description. */
export class StandIn {
  readonly state = new ForgeState()
  readonly #face: Face
  readonly #described: Described
  /** What was not as described. */
  readonly wrong: string[] = []
  /** Every request to the API, with its status. */
  readonly log: string[] = []
  url = ''

  constructor(face: Face) {
    this.#face = face
    this.#described = new Described(face.forge, face.describe)
  }

  /** Answers one request, of the API or of git. */
  async serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const url = new URL(incoming.url ?? '/', this.url)
    if (url.pathname.startsWith(`/${PLACE.owner}/${PLACE.repository}.git/`)) return this.#git(incoming, outgoing)
    const raw = await text(incoming)
    const request = `${incoming.method} ${url.pathname.replace(this.#face.api, '')}`
    const fault = await this.state.fault(request)
    if (fault === 'before') return void incoming.socket.destroy()
    const answered = typeof fault === 'object' ? fault : this.#answer(incoming, url, raw)
    if (fault === 'after') return void incoming.socket.destroy()
    this.log.push(`${request} ${this.#send(incoming, outgoing, { url, answered })}`)
  }

  #answer(incoming: IncomingMessage, url: URL, raw: string): Answered {
    const { authorization = '' } = incoming.headers
    if (!authorization.endsWith(BOT.token)) return { status: 401, value: { message: 'Bad credentials' } }
    const asked = {
      method: incoming.method ?? '',
      path: url.pathname.replace(this.#face.api, ''),
      query: Object.fromEntries(url.searchParams),
      body: raw === '' ? undefined : (JSON.parse(raw) as unknown),
    }
    if (this.#face.forge === 'github' && asked.path === '/graphql')
      return resolvedThreads(this.state, asked.body, this.wrong)
    const matched = this.#described.match(asked)
    if (matched === undefined) {
      this.wrong.push(`${asked.method} ${asked.path} is not described`)
      return { status: 404, value: { message: 'Not Found' } }
    }
    const { owner, repo } = matched.params
    if (owner !== undefined && (owner !== PLACE.owner || repo !== PLACE.repository))
      return { status: 404, value: { message: 'Not Found' } }
    this.#note(matched.name, this.#described.wrongInRequest(matched.name, asked))
    const answered = this.#face.answer(this.state, { ...matched, ...asked })
    this.#note(
      matched.name,
      this.#described.wrongInAnswer(matched.name, answered.status, answered.list ?? answered.value),
    )
    return answered
  }

  #note(name: string, wrong: readonly string[]): void {
    this.wrong.push(...wrong.map((one) => `${name}: ${one}`))
  }

  /** Lists come in pages, and what has not changed is said in three digits. */
  #send(
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    { url, answered }: { url: URL; answered: Answered & { headers?: Record<string, string> } },
  ): number {
    const { pageSize } = this.state
    const page = Number(url.searchParams.get('page') ?? 1)
    const value = answered.list?.slice((page - 1) * pageSize, page * pageSize) ?? answered.value
    const body = value === undefined ? '' : JSON.stringify(value)
    const etag = `"${createHash('sha1').update(body).digest('hex')}"`
    const next = new URL(this.#face.asCalledThere(`${url}`))
    next.searchParams.set('page', String(page + 1))
    const hasNext = (answered.list?.length ?? 0) > page * pageSize
    const headers = {
      ...answered.headers,
      etag,
      'content-type': 'application/json',
      ...(hasNext && { link: `<${next}>; rel="next", <${url}>; rel="last"` }),
    }
    const isSame = incoming.method === 'GET' && incoming.headers['if-none-match'] === etag
    const status = isSame ? 304 : answered.status
    outgoing.writeHead(status, headers)
    outgoing.end(isSame ? '' : body)
    return status
  }

  async #git(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const [, password = ''] = Buffer.from((incoming.headers.authorization ?? '').replace('Basic ', ''), 'base64')
      .toString()
      .split(':')
    if (password === BOT.token) return this.state.git.serve(incoming, outgoing)
    outgoing.writeHead(401, { 'www-authenticate': 'Basic realm="forge"' })
    outgoing.end()
  }
}
