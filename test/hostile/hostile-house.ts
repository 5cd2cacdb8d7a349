import { fork } from 'node:child_process'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'
import type { Caller } from '../../src/api/operation.ts'
import { ApiClient } from '../../src/client/api-client.ts'
import type { CheckpointId, JobId } from '../../src/model/ids.ts'
import { PersonId } from '../../src/model/ids.ts'
import { aHouse } from '../../src/testing/house.ts'
import { HOUSE_POLICY } from '../../src/testing/house-policy.ts'
import type { Health } from './server-process.ts'

/** A house whose server is a process of its own, so that nothing but the server can block it. */
export interface HostileHouse {
  readonly port: number
  readonly host: string
  readonly tokens: Readonly<Record<Caller, string>> & { readonly revoked: string }
  /** Of a browser that is signed in: its cookie, and the key of its page. */
  readonly session: { readonly cookie: string; readonly pageKey: string }
  readonly job: JobId
  readonly checkpoint: CheckpointId
  readonly contentHash: string
  health(): Promise<Health>
  /** The kinds of what was written into the log since it was opened. */
  written(): Promise<ReadonlySet<string>>
}

/** Opens a house with something in it, and serves it elsewhere. */
export async function aHostileHouse(): Promise<HostileHouse> {
  const house = await aHouse()
  const child = fork(new URL('server-process.ts', import.meta.url), [house.root], { stdio: 'inherit' })
  onTestFinished(async () => {
    const gone = once(child, 'exit')
    child.send('close')
    await gone
  })
  const [url] = (await once(child, 'message')) as [string]
  const admin = new ApiClient({ url, token: house.token })
  const tokenOf = (kind: 'agent' | 'service', name: string) => admin.call('issue_token', { kind, name })
  const [agent, service, revoked] = [
    await tokenOf('agent', 'scout'),
    await tokenOf('service', 'ci'),
    await tokenOf('agent', 'old'),
  ]
  await admin.call('revoke_token', { token: revoked.token.id })
  const person = (name: string, role: 'viewer' | 'reviewer') =>
    house.desk.addPerson({ id: PersonId.parse(name), role, tenants: '*' })
  const held = await aHold(new ApiClient({ url, token: service.secret }))
  const session = await sessionOf(url, house.token)
  const [viewer, reviewer] = [await person('vic', 'viewer'), await person('rob', 'reviewer')]
  const after = await house.store.last()
  const { host, port } = new URL(url)
  return {
    port: Number(port),
    host,
    tokens: {
      admin: house.token,
      agent: agent.secret,
      service: service.secret,
      viewer,
      reviewer,
      revoked: revoked.secret,
    },
    session,
    ...held,
    written: async () => new Set((await house.desk.events({ after, limit: 1000 })).map(({ type }) => type)),
    health: async () => {
      child.send('health')
      return ((await once(child, 'message')) as [Health])[0]
    },
  }
}

async function aHold(service: ApiClient) {
  const { id: job } = await service.call('start_job', { agent: 'scout', policy: HOUSE_POLICY })
  const gate = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const
  const asked = await service.call('ask', { job, gate, session: 'process-1' })
  if (asked.status !== 'held') throw new Error('It was not held.')
  return { job, checkpoint: asked.checkpoint.id, contentHash: asked.checkpoint.content_hash }
}

/** Signs a browser in. */
async function sessionOf(url: string, token: string): Promise<HostileHouse['session']> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const response = await fetch(`${url}/v1/sign-ins`, { method: 'POST', headers, body: '{}' })
  const { page_key: pageKey } = (await response.json()) as { page_key: string }
  return { cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '', pageKey }
}
