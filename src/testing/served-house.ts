import { expect, onTestFinished } from 'vitest'
import type { Caller } from '../api/operation.ts'
import type { GivenTo } from '../api/operations.ts'
import { ApiClient } from '../client/api-client.ts'
import type { Checkpoint } from '../model/checkpoint.ts'
import { type JobId, PersonId, type TenantId } from '../model/ids.ts'
import { openServer, type ServerOptions } from '../open-server.ts'
import type { RunningServer } from '../server/serve.ts'
import { aHouse, type House } from './house.ts'
import { HOUSE_POLICY } from './house-policy.ts'

/** The process of the agent. */
export const SESSION = 'process-1'

/** A code as the server's terminal showed it. */
type Shown = Parameters<NonNullable<ServerOptions['showCode']>>[0]

/** A house with a server on a port of this machine, and a token for every role. */
export interface ServedHouse extends House {
  readonly server: RunningServer
  readonly url: string
  readonly tokens: Readonly<Record<Caller, string>>
  /** What the server's terminal showed. */
  readonly shown: readonly Shown[]
  /** Calls as somebody with this role, or with a token of their own. */
  as(who: Caller | { readonly token: string }): ApiClient
  /** A request as it is written; headers of nobody unless they are given. */
  raw(path: string, init?: RequestInit): Promise<Response>
  /** A job of the agent, whose calls of `send` are held. */
  startJob(title?: string): Promise<JobId>
  /** What the agent asks and a person has to see. */
  hold(given?: Partial<GivenTo<'ask'>>): Promise<Checkpoint>
  /** The same house served once more, after the server was closed. */
  serveAgain(more?: ServerOptions): Promise<RunningServer>
  addPerson(name: string, role: 'viewer' | 'reviewer' | 'admin', tenants?: '*' | readonly TenantId[]): Promise<string>
}

/** Opens a house and serves it; everything is gone when the test ends, and nothing unforeseen may have happened. */
export async function aServedHouse(options: ServerOptions = {}): Promise<ServedHouse> {
  const house = await aHouse()
  const shown: Shown[] = []
  const reports: string[] = []
  const server = await openServer({
    root: house.root,
    showCode: (code) => shown.push(code),
    report: (what, error) => reports.push(`${what}: ${error instanceof Error ? error.stack : String(error)}`),
    ...options,
  })
  onTestFinished(async () => {
    await server.close()
    expect(reports).toEqual([])
  })
  const addPerson: ServedHouse['addPerson'] = (name, role, tenants = '*') =>
    house.desk.addPerson({ id: PersonId.parse(name), role, tenants })
  const admin = new ApiClient({ url: server.url, token: house.token })
  const secretOf = async (kind: 'agent' | 'service') =>
    (await admin.call('issue_token', { kind, name: kind === 'agent' ? 'scout' : 'ci' })).secret
  const tokens = {
    admin: house.token,
    reviewer: await addPerson('rob', 'reviewer'),
    viewer: await addPerson('vic', 'viewer'),
    agent: await secretOf('agent'),
    service: await secretOf('service'),
  }
  const as: ServedHouse['as'] = (who) =>
    new ApiClient({ url: server.url, token: typeof who === 'string' ? tokens[who] : who.token })
  const startJob = async (title = 'Write to Bob') =>
    (await as('service').call('start_job', { agent: 'scout', title, policy: HOUSE_POLICY })).id
  return {
    ...house,
    startJob,
    hold: async (given) => {
      const gate = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const
      const asked = await as('agent').call('ask', { job: await startJob(), gate, session: SESSION, ...given })
      if (asked.status !== 'held') throw new Error(`It was not held but ${asked.status}.`)
      return asked.checkpoint
    },
    serveAgain: async (more) => {
      const again = await openServer({ root: house.root, ...options, ...more })
      onTestFinished(() => again.close())
      return again
    },
    server,
    url: server.url,
    tokens,
    shown,
    as,
    addPerson,
    raw: (path, init) => fetch(`${server.url}${path}`, init),
  }
}
