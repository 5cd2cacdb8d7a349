import { asJson, type Expected, type Family, type HostileCase, INVALID, NOT_FOUND } from '../hostile-case.ts'

const MIB = 1024 * 1024

/** JSON that is none, or means two things, or is there to do harm. */
const TEXTS: readonly (readonly [what: string, body: string | Buffer, expected?: Expected])[] = [
  ['a number alone', '7'],
  ['null', 'null'],
  ['a text', '"agent"'],
  ['true', 'true'],
  ['a mark at the beginning', '\ufeff{"agent":"scout"}'],
  ['two values', '{"agent":"scout"}{"agent":"scout"}'],
  ['a comma too many', '{"agent":"scout",}'],
  ['a comment', '{"agent":"scout"/* x */}'],
  ['single quotes', "{'agent':'scout'}"],
  ['no quotes', '{agent:"scout"}'],
  ['a key twice', '{"agent":"scout","agent":"other"}'],
  ['a key twice in depth', '{"agent":"scout","input":{"a":1,"a":2}}'],
  ['a key twice, once escaped', '{"agent":"scout","\\u0061gent":"other"}'],
  ['__proto__', '{"agent":"scout","__proto__":{"admin":true}}'],
  ['__proto__ in depth', '{"agent":"scout","input":{"__proto__":{"admin":true}}}'],
  ['constructor', '{"agent":"scout","constructor":{"prototype":{}}}'],
  ['NaN', '{"agent":"scout","input":NaN}'],
  ['Infinity', '{"agent":"scout","input":-Infinity}'],
  ['a number without end', '{"agent":"scout","input":1e999}'],
  ['a hexadecimal number', '{"agent":"scout","input":0x10}'],
  ['a number with a zero before', '{"agent":"scout","input":01}'],
  ['half a character', '{"agent":"scout","title":"\\ud800"}'],
  ['the other half', '{"agent":"scout","title":"\\udc00x"}'],
  ['a bare line break', '{"agent":"scout","title":"a\nb"}'],
  ['a NUL', '{"agent":"scout","title":"a\u0000b"}'],
  ['UTF-16', Buffer.from('{"agent":"scout"}', 'utf16le')],
  ['an overlong character', Buffer.from([0x7b, 0x22, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d])],
  ['nesting without end', `{"agent":"scout","input":${'['.repeat(100_000)}`],
  ['nesting with an end', `{"agent":"scout","input":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ['objects without end', `{"agent":"scout","input":${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}}`],
  ['no agent', '{}'],
  ['an empty agent', '{"agent":""}'],
  ['an agent that is a number', '{"agent":7}'],
  ['an agent that is a list', '{"agent":["scout"]}'],
  ['a long agent', `{"agent":"${'a'.repeat(1001)}"}`],
  ['a long title', `{"agent":"scout","title":"${'a'.repeat(1001)}"}`],
  ['an unknown preset', '{"agent":"scout","policy":"jobs/fulll"}'],
  ['a policy that is a list', '{"agent":"scout","policy":[]}'],
  ['a policy with an unknown axis', '{"agent":"scout","policy":{"freedom":"all"}}'],
  ['a policy with null', '{"agent":"scout","policy":{"phase_stops":null}}'],
  ['an empty key', '{"agent":"scout","key":""}'],
  ['a long key', `{"agent":"scout","key":"${'k'.repeat(501)}"}`],
  ['a parent that is no id', '{"agent":"scout","parent":"../x"}'],
  ['a parent that is not there', '{"agent":"scout","parent":"none-1"}', NOT_FOUND],
  ['a literal secret', `{"agent":"scout","title":"AKIA${'ABCDEFGHIJKLMNOP'}"}`, [422, 'literal_secret']],
  ['one byte too many', `{"agent":"scout","input":"${'x'.repeat(MIB)}"}`, [413, 'body_too_large']],
]

const REVIEWS: readonly (readonly [what: string, review: unknown, expected?: Expected])[] = [
  ['nothing', undefined],
  ['null', null],
  ['an unknown answer', { answer: 'maybe' }],
  ['a list of answers', { answer: ['approve'] }],
  ['no reason', { answer: 'reject' }],
  ['an empty reason', { answer: 'reject', reason: '' }],
  ['a key astray', { answer: 'approve', force: true }],
  ['a grant for ever', { answer: 'approve', grant: { count: -1 } }],
  ['a grant of half a time', { answer: 'approve', grant: { count: 1.5 } }],
  ['an answer that is not taken', { answer: 'respond', value: 1 }, [422, 'answer_not_allowed']],
]

type PostRow = readonly [path: string, name: string, body: string | Buffer, expected?: Expected | undefined]

/** Bodies of requests that change something: none of them does. */
export const bodies: Family = ({ tokens, checkpoint, contentHash, job }) => {
  const post = (...[path, name, body, expected = INVALID]: PostRow): HostileCase => ({
    name: `POST ${path.slice(0, 30)}: ${name}`,
    send: { method: 'POST', path, headers: asJson(tokens.service), body },
    expected,
  })
  const asReviewer = (given: HostileCase): HostileCase => ({
    ...given,
    send: { ...given.send, headers: asJson(tokens.reviewer) },
  })
  const reviews = `/v1/checkpoints/${checkpoint}/reviews`
  const gates = `/v1/jobs/${job}/gates`
  const ask = (gate: unknown, more: object = {}) => JSON.stringify({ gate, session: 'process-1', ...more })
  const send = { kind: 'tool', tool: 'send' }
  return [
    ...TEXTS.map(([what, body, expected]) => post('/v1/jobs', what, body, expected)),
    ...REVIEWS.map(([what, review, expected]) =>
      asReviewer(post(reviews, what, JSON.stringify({ content_hash: contentHash, review }), expected)),
    ),
    asReviewer(
      post(reviews, 'a stale hash', '{"content_hash":"sha256:0","review":{"answer":"approve"}}', [
        409,
        'stale_content',
      ]),
    ),
    asReviewer(post(reviews, 'an empty hash', '{"content_hash":"","review":{"answer":"approve"}}')),
    asReviewer(post(reviews, 'the path again', `{"checkpoint":"${checkpoint}","review":{"answer":"approve"}}`)),
    post(gates, 'no kind', ask({})),
    post(gates, 'an unknown kind', ask({ kind: 'everything' })),
    post(gates, 'a kind that is a list', ask({ kind: ['tool'] })),
    post(gates, 'an empty tool', ask({ kind: 'tool', tool: '' })),
    post(gates, 'a long tool', ask({ kind: 'tool', tool: 't'.repeat(1001) })),
    post(gates, 'arguments that are a list', ask({ ...send, args: [] })),
    post(gates, 'hints astray', ask({ ...send, annotations: { safe: true } })),
    post(gates, 'terms astray', ask(send, { terms: { approvers: ['*'] } })),
    post(gates, 'a quorum of nobody', ask(send, { terms: { quorum: 0 } })),
    post(gates, 'no answers at all', ask(send, { terms: { answers: [] } })),
    post(gates, 'a time without end', ask(send, { terms: { timeout_seconds: 1e300 } })),
    post(gates, 'an id of somebody else', ask(send, { id: checkpoint }), [409, 'id_taken']),
    post(gates, 'an id with a slash', ask(send, { id: 'a/b' })),
    post(gates, 'a short session', JSON.stringify({ gate: send, session: 'x' })),
    post(gates, 'a session that climbs', JSON.stringify({ gate: send, session: '../../../x' })),
    ...['', ' ', 'a b', 'k'.repeat(256), '\u00e9', 'a\tb'].map((key) => ({
      name: `Idempotency-Key: ${key.slice(0, 20)}`,
      send: {
        method: 'POST',
        path: '/v1/jobs',
        headers: { ...asJson(tokens.service), 'Idempotency-Key': key },
        body: '{"agent":"scout"}',
      },
      expected: INVALID,
    })),
  ]
}
