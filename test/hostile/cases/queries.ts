import { asJson, type Expected, type Family, FINE, INVALID, NOT_FOUND } from '../hostile-case.ts'

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Places in a list that nobody was given. */
const CURSORS: readonly string[] = [
  '',
  'x',
  '%00',
  'bnVsbA',
  '....',
  base64({}),
  base64([]),
  base64(['a']),
  base64(['a', 'b', 'c']),
  base64([1, 2]),
  base64([null, null]),
  base64(['a'.repeat(201), 'b']),
  base64([['a'], 'b']),
  base64({ value: 'a', id: 'b' }),
  'A'.repeat(1001),
  '%F0%9F%92%A3',
  '{"value":"a"}',
]

const NUMBERS: readonly string[] = [
  '0',
  '-1',
  '201',
  '1e3',
  '0x10',
  '1.5',
  '',
  'NaN',
  'Infinity',
  '99999999999999999999',
  '%31%00',
  '%EF%BC%91',
]

/** What a stream is told of where it was cut off. What we never sent is no place in our log. */
const PLACES: readonly (readonly [last: string, expected: Expected])[] = [
  ['0', [200, 'ready']],
  ['-1', [200, 'resync']],
  ['1.5', [200, 'resync']],
  ['x', [200, 'resync']],
  ['1e3', [200, 'resync']],
  ['0x1', [200, 'resync']],
  ['999999999', [200, 'resync']],
  ['9007199254740993', [200, 'resync']],
  ['9'.repeat(400), [200, 'resync']],
  ['1, 2', [200, 'resync']],
  ["1' OR '1'='1", [200, 'resync']],
  ['\u00e9', [200, 'resync']],
  ['../1', [200, 'resync']],
]

/** Lists, waits and streams that are asked for in the wrong way. */
export const queries: Family = ({ tokens, job, checkpoint }) => {
  const headers = asJson(tokens.admin)
  const get = (path: string, expected: Expected) => ({
    name: `GET ${path.slice(0, 60)}`,
    send: { path, headers },
    expected,
  })
  const lists = ['/v1/checkpoints', '/v1/jobs', '/v1/grants', '/v1/tokens', '/v1/attempts/in-doubt']
  return [
    ...CURSORS.map((after) => get(`/v1/checkpoints?after=${after}`, INVALID)),
    ...lists.map((list) => get(`${list}?after=${base64(['\u0000', "'; drop table jobs; --"])}`, FINE)),
    ...NUMBERS.flatMap((limit) => [get(`/v1/checkpoints?limit=${limit}`, INVALID)]),
    ...['1', '31', '-1', '1e1', 'x'].map((wait) =>
      get(`/v1/events?after=0&wait=${wait}`, wait === '1' ? FINE : INVALID),
    ),
    ...[
      '/v1/checkpoints?limit=1&limit=2',
      '/v1/checkpoints?newest_first=maybe',
      '/v1/checkpoints?newest_first=1&newest_first=0',
      '/v1/checkpoints?status=open',
      '/v1/checkpoints?status=',
      '/v1/checkpoints?status=pending&status=PENDING',
      '/v1/checkpoints?status[]=pending',
      '/v1/checkpoints?kind=everything',
      '/v1/checkpoints?job=..%2f..',
      '/v1/checkpoints?job=a%20b',
      '/v1/checkpoints?tenant=%2a',
      `/v1/checkpoints?agent=${'a'.repeat(1001)}`,
      '/v1/checkpoints?agent=%ff',
      '/v1/checkpoints?agent=%ED%A0%80',
      '/v1/checkpoints?agent=%C0%AF',
      '/v1/checkpoints?agent=%zz',
      '/v1/checkpoints?agent=%',
      '/v1/checkpoints?%ff=1',
      '/v1/jobs?status=running&tenant=%fe',
      '/v1/checkpoints?__proto__=1',
      '/v1/checkpoints?constructor=1',
      '/v1/checkpoints?toString=1',
      '/v1/checkpoints?%00=1',
      '/v1/jobs?include_mid_process=yes',
      '/v1/jobs?status=held',
      '/v1/jobs?tenant=',
      '/v1/events?after=-1',
      '/v1/events?after=1.5',
      '/v1/events?after=9007199254740993',
      '/v1/events?limit=1001',
      `/v1/events?type=${'x'.repeat(101)}`,
      '/v1/events?job=',
      '/v1/events/stream?after=-1',
      '/v1/events/stream?after=x',
      '/v1/events/stream?job=a/b',
      '/v1/jobs/job_1/policies/sha256:xyz',
      '/v1/agents?tenant=a%2fb',
    ].map((path) => get(path, INVALID)),
    ...[
      '/v1',
      '/v1/',
      '/v1/nothing',
      '/v1/jobs/',
      `/v1/jobs/${job}/`,
      `/v1/jobs/${job}/x`,
      `/v1//jobs`,
      '/v1/jobs/%2e%2e/me/x',
      '/V1/me',
      '/v1/me%00',
      '/v1/me;x=1',
      '/v1/../v1/nothing',
    ].map((path) => get(path, path === '/v1' || path === '/V1/me' ? FINE : NOT_FOUND)),
    get('/v1/jobs/none-1', NOT_FOUND),
    get('/v1/checkpoints/none-1', NOT_FOUND),
    get('/v1/checkpoints?job=none-1', NOT_FOUND),
    get('/v1/events/stream?job=none-1', NOT_FOUND),
    get(`/v1/policies/sha256:${'0'.repeat(64)}`, NOT_FOUND),
    get('/v1/checkpoints?=1', FINE),
    get(`/v1/events?job=none-1`, FINE),
    get(`/v1/checkpoints/${checkpoint}?wait=0`, FINE),
    ...PLACES.map(([last, expected]) => ({
      name: `Last-Event-ID: ${last.slice(0, 30)}`,
      send: { path: '/v1/events/stream', headers: { ...headers, 'Last-Event-ID': last } },
      expected,
    })),
    ...['"x"', 'W/"x"', '*x', '"'.repeat(500), ','.repeat(2000)].map((etag) => ({
      name: `If-None-Match: ${etag.slice(0, 20)}`,
      send: { path: '/v1/me', headers: { ...headers, 'If-None-Match': etag } },
      expected: FINE,
    })),
    ...[
      '/nothing.js',
      '/..%2f..%2fpackage.json',
      '/.env.local',
      '/.git/HEAD.txt',
      '/cockpit/dist/../../package.json',
    ].map((path) => get(path, NOT_FOUND)),
  ]
}
