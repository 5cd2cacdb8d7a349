import { BAD_HTTP, type Expected, type Family, FINE, type HostileCase } from '../hostile-case.ts'

const CRLF = '\r\n'

type PostRow = readonly [name: string, said: string, body: string | readonly (string | number)[], expected: Expected]

/** What is hardly a request, or two at once, or one that never ends. */
export const http: Family = ({ host, tokens }) => {
  const ours = [`Host: ${host}`, 'Connection: close']
  const me = [...ours, `Authorization: Bearer ${tokens.service}`]
  const json = [...me, 'Content-Type: application/json']
  const lines = (...all: readonly string[]) => `${all.join(CRLF)}${CRLF}${CRLF}`
  const raw = (name: string, bytes: string | readonly (string | number)[], expected: Expected): HostileCase => ({
    name,
    send: { bytes },
    expected,
  })
  const line = (first: string, expected: Expected) => raw(first.slice(0, 50), lines(first, ...me), expected)
  const header = (said: string, expected: Expected) =>
    raw(JSON.stringify(said.slice(0, 50)), lines('GET /v1/me HTTP/1.1', ...me, said), expected)
  const post = (...[name, said, body, expected]: PostRow) =>
    raw(name, [lines('POST /v1/jobs HTTP/1.1', ...json, said), ...(typeof body === 'string' ? [body] : body)], expected)
  const TOO_LARGE: Expected = [413, 'body_too_large']
  return [
    raw('nothing but line breaks', `${CRLF}${CRLF}${CRLF}`, [408, null]),
    raw('noise', '\u0000\u0001\u0002\u0003\r\n\r\n', BAD_HTTP),
    raw('a hello of TLS', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\r\n\r\n', BAD_HTTP),
    raw('HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', BAD_HTTP),
    raw('HTTP/0.9', 'GET /v1/health\r\n\r\n', [421, 'wrong_host']),
    line('GET /v1/me', FINE),
    line('GET /v1/me HTTP/1.2', BAD_HTTP),
    line('GET /v1/me HTTP/9', BAD_HTTP),
    line('GET  /v1/me  HTTP/1.1', FINE),
    line('GE T /v1/me HTTP/1.1', BAD_HTTP),
    line('get /v1/me HTTP/1.1', BAD_HTTP),
    line('FETCH /v1/me HTTP/1.1', BAD_HTTP),
    line(`${'G'.repeat(5000)} /v1/me HTTP/1.1`, BAD_HTTP),
    line('GET v1/me HTTP/1.1', BAD_HTTP),
    line('GET /v1/\u0000me HTTP/1.1', BAD_HTTP),
    line('GET /v1/me\u007f HTTP/1.1', BAD_HTTP),
    line(`GET /v1/${'a'.repeat(20_000)} HTTP/1.1`, [431, null]),
    line('GET http://evil.example/v1/me HTTP/1.1', [421, 'wrong_host']),
    line('GET HTTPS://EVIL.EXAMPLE/v1/me HTTP/1.1', [421, 'wrong_host']),
    line(`GET http://${host}@evil.example/v1/me HTTP/1.1`, [421, 'wrong_host']),
    line(`GET http://evil.example@${host}/v1/me HTTP/1.1`, [421, 'wrong_host']),
    line(`GET ftp://${host}/v1/me HTTP/1.1`, [421, 'wrong_host']),
    line('GET http:///v1/me HTTP/1.1', [421, 'wrong_host']),
    line(`GET http://${host}/v1/me HTTP/1.1`, FINE),
    post('a packed body', `Content-Encoding: gzip${CRLF}Content-Length: 2`, '{}', [415, 'not_json']),
    post('a body packed twice', `Content-Encoding: identity, br${CRLF}Content-Length: 2`, '{}', [415, 'not_json']),
    post('a body that says it is not packed', `Content-Encoding: identity${CRLF}Content-Length: 2`, '{}', [
      422,
      'invalid_input',
    ]),
    line('GET //evil.example/v1/me HTTP/1.1', FINE),
    line('GET * HTTP/1.1', [421, 'wrong_host']),
    line('OPTIONS * HTTP/1.1', [421, 'wrong_host']),
    line('OPTIONS /v1/me HTTP/1.1', [405, 'method_not_allowed']),
    line('TRACE /v1/me HTTP/1.1', [405, 'method_not_allowed']),
    line('PROPFIND /v1/me HTTP/1.1', [405, 'method_not_allowed']),
    line('DELETE / HTTP/1.1', [404, 'not_found']),
    line('POST /sign-in HTTP/1.1', [404, 'not_found']),
    line('CONNECT evil.example:443 HTTP/1.1', [0, null]),
    header('X', BAD_HTTP),
    header(': x', BAD_HTTP),
    header('X y: z', BAD_HTTP),
    header('X: a\u0000b', BAD_HTTP),
    header('X: a\rb', BAD_HTTP),
    header('X : y', BAD_HTTP),
    header(' X: y', BAD_HTTP),
    header('X: a\n b: c', BAD_HTTP),
    header(`X: ${'a'.repeat(20_000)}`, [431, null]),
    header(Array.from({ length: 2500 }, (_, at) => `X${at}: y`).join(CRLF), [431, null]),
    header(`Host: ${host}`, [421, 'wrong_host']),
    header('Host: evil.example', [421, 'wrong_host']),
    header('Content-Length: -1', BAD_HTTP),
    header('Content-Length: 1e3', BAD_HTTP),
    header('Content-Length: 99999999999999999999999', BAD_HTTP),
    header('Content-Length: 0, 1', BAD_HTTP),
    header('Transfer-Encoding: gzip', BAD_HTTP),
    header('Upgrade: websocket', FINE),
    header('Upgrade: h2c', FINE),
    header('Expect: 100-continue', FINE),
    header('Expect: a miracle', [417, null]),
    header('X-HTTP-Method-Override: DELETE', FINE),
    header('X-Forwarded-Host: evil.example', FINE),
    header('X-Original-URL: /v1/tokens', FINE),
    header('Range: bytes=0-0', FINE),
    raw('no host', 'GET /v1/me HTTP/1.1\r\nConnection: close\r\n\r\n', BAD_HTTP),
    raw('no host in HTTP/1.0', 'GET /v1/me HTTP/1.0\r\n\r\n', [421, 'wrong_host']),
    post('a length and chunks', `Content-Length: 5${CRLF}Transfer-Encoding: chunked`, `0${CRLF}${CRLF}`, BAD_HTTP),
    post('chunks twice', `Transfer-Encoding: chunked${CRLF}Transfer-Encoding: chunked`, `0${CRLF}${CRLF}`, BAD_HTTP),
    post('chunks that are something else', 'Transfer-Encoding: xchunked', `0${CRLF}${CRLF}`, BAD_HTTP),
    post('chunks and something else', 'Transfer-Encoding: chunked, identity', `0${CRLF}${CRLF}`, BAD_HTTP),
    post('two lengths', `Content-Length: 2${CRLF}Content-Length: 3`, '{}x', BAD_HTTP),
    post('a chunk without a size', 'Transfer-Encoding: chunked', `zz${CRLF}{}${CRLF}`, BAD_HTTP),
    post('a chunk of a negative size', 'Transfer-Encoding: chunked', `-2${CRLF}{}${CRLF}`, BAD_HTTP),
    post('a chunk beyond all sizes', 'Transfer-Encoding: chunked', `fffffffffffffffffff${CRLF}`, BAD_HTTP),
    post('a chunk that is longer than said', 'Transfer-Encoding: chunked', `1${CRLF}{}${CRLF}`, BAD_HTTP),
    post('a body that says nothing', 'Content-Length: 0', '', [422, 'invalid_input']),
    post('less than was said, and then nothing', 'Content-Length: 100', '{', [408, null]),
    post('a byte now and then', 'Content-Length: 100', ['{', 300, '"', 300, 'a', 300, '"', 300, ':'], [408, null]),
    post('a chunk and then nothing', 'Transfer-Encoding: chunked', `1${CRLF}{${CRLF}`, [408, null]),
    post('a length beyond the limit', 'Content-Length: 1048577', '{}', TOO_LARGE),
    post('a length beyond all limits', 'Content-Length: 9007199254740991', '{}', TOO_LARGE),
    post('chunks without end', 'Transfer-Encoding: chunked', chunks(30), TOO_LARGE),
    raw(
      'headers that never end',
      [lines('GET /v1/me HTTP/1.1', ...ours).trimEnd(), 300, '\r\nX: ', 300, 'y', 300],
      [408, null],
    ),
    raw('half a line', ['GET /v1/'], [408, null]),
  ]
}

/** Chunks of 64 KiB, one after the other. */
function chunks(count: number): readonly string[] {
  return Array.from({ length: count }, () => `10000${CRLF}${' '.repeat(65_536)}${CRLF}`)
}
