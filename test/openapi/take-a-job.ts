import createClient from 'openapi-fetch'
import type { paths } from './made/api.d.ts'

/** Where the server is, and who calls it. */
export interface Taking {
  readonly url: string
  readonly agent: string
  readonly person: string
}

/** Takes a job from its gate over a person's approval to its end, by the generated client alone. */
export async function takeAJob({ url, agent, person }: Taking): Promise<readonly string[]> {
  const asAgent = clientOf(url, agent)
  const asPerson = clientOf(url, person)
  const session = 'generated-1'

  const job = of(await asAgent.POST('/v1/jobs', { body: { agent: 'scout', title: 'Write to Bob' } })).id
  const gate = { kind: 'tool', tool: 'send', args: { to: 'bob' } } as const
  const given = { params: { path: { job } }, body: { gate, session, recorded: true } }
  const asked = of(await asAgent.POST('/v1/jobs/{job}/gates', given))
  if (asked.status !== 'held') throw new Error(`It was ${asked.status}, not held.`)
  const path = { checkpoint: asked.checkpoint.id }

  const { waiting } = await wait(asAgent, path)
  const seen = of(await asPerson.GET('/v1/checkpoints/{checkpoint}', { params: { path } })).checkpoint
  const review = { answer: 'approve' } as const
  const answer = { params: { path }, body: { content_hash: seen.content_hash, review } }
  const answered = of(await asPerson.POST('/v1/checkpoints/{checkpoint}/reviews', answer))

  const heard = of(await waiting).checkpoint
  const claim = { params: { path }, body: { content_hash: heard.content_hash, session, recorded: true } }
  const { attempt } = of(await asAgent.POST('/v1/checkpoints/{checkpoint}/claims', claim))
  // What only lets work pass has nothing to run.
  if (attempt === null) throw new Error('Nothing was claimed.')
  const outcome = { session, status: 'succeeded', outcome: { sent: true } } as const
  of(await asAgent.POST('/v1/attempts/{attempt}/outcome', { params: { path: { attempt: attempt.id } }, body: outcome }))
  of(await asAgent.POST('/v1/jobs/{job}/end', { params: { path: { job } }, body: { status: 'completed' } }))
  const ended = of(await asPerson.GET('/v1/jobs/{job}', { params: { path: { job } } })).job
  return [asked.status, answered.status, heard.status, attempt.status, ended.status]
}

type Client = ReturnType<typeof createClient<paths>>

function clientOf(url: string, token: string): Client {
  return createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } })
}

/** Begins to wait for an answer, as an agent does that is held. */
async function wait(client: Client, path: { checkpoint: string }) {
  const { response } = await client.GET('/v1/checkpoints/{checkpoint}', { params: { path } })
  const header = { 'If-None-Match': response.headers.get('etag') ?? '' }
  return { waiting: client.GET('/v1/checkpoints/{checkpoint}', { params: { path, query: { wait: 20 }, header } }) }
}

/** What came back; the generated types know what it is. */
function of<Data>({ data, error }: { data?: Data; error?: { code: string; detail?: string } }): Data {
  if (data === undefined) throw new Error(`${error?.code}: ${error?.detail}`)
  return data
}
