import { connect } from 'node:net'

/** What came back: the status, and the code of the problem, the first message of a stream, or nothing. */
export interface Answer {
  readonly status: number
  readonly code: string | null
}

/** Bytes as they are written; with pauses between them, in milliseconds. */
export type Bytes = string | Buffer | readonly (string | Buffer | number)[]

/** A request, or the parts of one. Nothing in it is checked or mended. */
export interface Written {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

/** A whole request for a host, as a careful client would write it. */
export function written({ method = 'GET', path = '/v1/health', headers = {}, body }: Written, host: string): Buffer {
  const content = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]
  const own = Object.keys(headers).some((name) => name.toLowerCase() === 'host') ? [] : [`Host: ${host}`]
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const head = [`${method} ${path} HTTP/1.1`, ...own, 'Connection: close', ...content, ...lines, '', ''].join('\r\n')
  return Buffer.concat([Buffer.from(head), Buffer.from(body ?? '')])
}

/** Writes bytes to a port and reads what comes back, until there is an answer. */
export async function rawRequest(port: number, bytes: Bytes): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const socket = connect(port, '127.0.0.1')
  let got = ''
  const finish = () => {
    socket.destroy()
    resolve(answerIn(got))
  }
  socket.setTimeout(10_000, () => reject(new Error(`Nothing came back but ${JSON.stringify(got)}`)))
  socket.on('data', (chunk) => {
    got += chunk.toString('latin1')
    // A stream does not end by itself.
    if (/\r\n\r\n[^]*\nevent: \w+\n/.test(got)) finish()
  })
  socket.on('error', finish).on('close', finish)
  try {
    for (const part of Array.isArray(bytes) ? bytes : [bytes]) {
      if (typeof part === 'number') await new Promise((done) => setTimeout(done, part))
      else if (!socket.destroyed) socket.write(part as string | Buffer)
    }
    return await promise
  } finally {
    socket.destroy()
  }
}

function answerIn(all: string): Answer {
  const got = all.replace('HTTP/1.1 100 Continue\r\n\r\n', '')
  const [, status = '0'] = /^HTTP\/1\.1 (\d{3})/.exec(got) ?? []
  const [, event] = /\nevent: (\w+)\n/.exec(got) ?? []
  const [, code] = /content-type: application\/problem\+json[^]*?"code":"(\w+)"/i.exec(got) ?? []
  return { status: Number(status), code: event ?? code ?? null }
}
