import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { SELF_SIGNED } from './self-signed.ts'

/** What became of one try: nothing went wrong, or the sentence that is kept of it and whether the receiver said no. */
export type Became = { readonly error: string | RegExp; readonly isRefusal: boolean } | undefined

/** A receiver that nobody should have: what it does with each connection, and what has to become of a message to it. */
export interface HostileReceiver {
  readonly name: string
  readonly https?: true
  readonly listen: () => Server
  readonly became: Became
}

const later = (error: string | RegExp): Became => ({ error, isRefusal: false })
const refused = (error: string): Became => ({ error, isRefusal: true })
const TIMED_OUT = later('It did not answer within 2.5 s.')
const DRIP_MS = 20

/** Answers as soon as something arrives. */
function says(name: string, became: Became, act: (socket: Socket) => void): HostileReceiver {
  const listen = () =>
    createServer((socket) => {
      // Being cut off is what such a receiver gets.
      socket.on('error', () => undefined)
      socket.once('data', () => act(socket))
    })
  return { name, listen, became }
}

function answers(name: string, became: Became, text: string): HostileReceiver {
  return says(name, became, (socket) => socket.end(text))
}

/** Goes on for as long as anybody listens. */
function forEver(socket: Socket, text: string): void {
  const timer = setInterval(() => socket.write(text), DRIP_MS)
  socket.on('close', () => clearInterval(timer))
}

const ok = (rest: string) => `HTTP/1.1 200 OK\r\n${rest}`

const REDIRECTS = [301, 302, 303, 307, 308].flatMap((status) =>
  ['http://127.0.0.1:9/', 'http://169.254.169.254/latest/meta-data/', 'file:///etc/passwd'].map((location) =>
    answers(
      `${status} to ${location}`,
      refused(`It answered ${status}.`),
      `HTTP/1.1 ${status} Elsewhere\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
    ),
  ),
)

const STATUSES = [
  [200, undefined],
  [299, undefined],
  [300, refused('It answered 300.')],
  [400, refused('It answered 400.')],
  [401, refused('It answered 401.')],
  [404, refused('It answered 404.')],
  [408, later('It answered 408.')],
  [410, refused('It answered 410.')],
  [413, refused('It answered 413.')],
  [425, later('It answered 425.')],
  [429, later('It answered 429.')],
  [500, later('It answered 500.')],
  [503, later('It answered 503.')],
  [600, later('It answered 600.')],
  [999, later('It answered 999.')],
] as const satisfies readonly (readonly [number, Became])[]

/** Every kind of receiver that is out to harm, or broken. */
export const RECEIVERS: readonly HostileReceiver[] = [
  ...REDIRECTS,
  ...STATUSES.map(([status, became]) =>
    answers(`status ${status}`, became, `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`),
  ),
  answers(
    'wants to speak another language',
    refused('It answered 101.'),
    'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
  ),
  says('never answers', TIMED_OUT, () => undefined),
  says('drips its header a byte at a time', TIMED_OUT, (socket) => {
    socket.write(ok('X-Slow: '))
    forEver(socket, 'x')
  }),
  says('says for ever that it will answer', TIMED_OUT, (socket) => forEver(socket, 'HTTP/1.1 100 Continue\r\n\r\n')),
  says('gives hints for ever', TIMED_OUT, (socket) => forEver(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n')),
  says('has a body without end', undefined, (socket) => {
    socket.write(ok('Transfer-Encoding: chunked\r\n\r\n'))
    forEver(socket, `ffff\r\n${'x'.repeat(0xffff)}\r\n`)
  }),
  says('drips its body', undefined, (socket) => {
    socket.write(ok('Content-Length: 1000000\r\n\r\n'))
    forEver(socket, 'x')
  }),
  answers('promises more body than it has', undefined, ok('Content-Length: 1000000\r\n\r\nshort')),
  answers('packs a bomb', undefined, ok('Content-Encoding: gzip\r\nContent-Length: 10\r\n\r\n\x1f\x8b bomb!!!')),
  answers(
    'has a header that is too large',
    later('Parse Error: Header overflow'),
    ok(`X: ${'x'.repeat(100_000)}\r\n\r\n`),
  ),
  answers(
    'has too many headers',
    later('Parse Error: Header overflow'),
    ok(`${Array.from({ length: 5000 }, (_, at) => `X-${at}: 1\r\n`).join('')}\r\n`),
  ),
  answers('speaks no HTTP', later(/^Parse Error: Expected HTTP/), 'SSH-2.0-OpenSSH_9.9\r\n'),
  answers('has no status', later(/^Parse Error: Invalid status code/), 'HTTP/1.1 OK\r\n\r\n'),
  answers('has two lengths', later(/^Parse Error: /), ok('Content-Length: 1\r\nContent-Length: 2\r\n\r\nx')),
  answers(
    'has a negative length',
    later(/^Parse Error: Invalid character in Content-Length/),
    ok('Content-Length: -1\r\n\r\n'),
  ),
  answers('hides a second header', later(/^Parse Error: /), ok('X: a\rSet-Cookie: b\r\n\r\n')),
  says('hangs up without a word', later('socket hang up'), (socket) => socket.end()),
  says('tears the line', later('read ECONNRESET'), (socket) => socket.resetAndDestroy()),
  {
    ...answers('speaks no TLS', later(/SSL|wrong version number|packet length/), 'HTTP/1.1 200 OK\r\n\r\n'),
    https: true,
  },
  {
    name: 'has no certificate',
    https: true,
    listen: () => createTlsServer({}).on('tlsClientError', () => undefined),
    became: later(/handshake failure/),
  },
  {
    name: 'has a certificate that nobody vouches for',
    https: true,
    listen: () =>
      createTlsServer(SELF_SIGNED, (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n')).on(
        'tlsClientError',
        () => undefined,
      ),
    became: later(/^self-signed certificate/),
  },
]
