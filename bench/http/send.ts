import { Agent, request } from 'node:http'

const AGENT = new Agent({ keepAlive: true, maxSockets: 64 })

/** A request to a server of a bench. */
export interface Sent {
  readonly url: string
  readonly path: string
  readonly token: string
  readonly body?: object
}

/** Sends by Node's own client, which costs the least, and reads the answer. */
export function send<Answer>({ url, path, token, body }: Sent): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const text = body === undefined ? undefined : JSON.stringify(body)
  const headers = {
    ...(token !== '' && { Authorization: `Bearer ${token}` }),
    ...(text !== undefined && { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }),
  }
  const method = text === undefined ? 'GET' : 'POST'
  const sent = request(`${url}${path}`, { method, headers, agent: AGENT }, (response) => {
    let got = ''
    response.setEncoding('utf8').on('data', (chunk: string) => {
      got += chunk
    })
    response.on('end', () => {
      if (response.statusCode === 200) resolve(JSON.parse(got) as Answer)
      else reject(new Error(`${path} answered ${response.statusCode}: ${got}`))
    })
  })
  sent.on('error', reject).end(text)
  return promise
}
