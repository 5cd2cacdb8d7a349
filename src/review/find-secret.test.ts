import { expect, test } from 'vitest'
import { findSecret } from './find-secret.ts'

// Put together here, so that no scanner takes them for real ones.
const SECRETS: readonly (readonly [string, string])[] = [
  ['a private key', ['-----BEGIN', 'RSA PRIVATE KEY-----'].join(' ')],
  ['a private key', ['-----BEGIN', 'PRIVATE KEY-----'].join(' ')],
  ['an AWS access key', `AKIA${'A1B2'.repeat(4)}`],
  ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
  ['a GitHub token', `github_pat_${'a1B2_'.repeat(9)}`],
  ['a GitLab token', `glpat-${'a1B2'.repeat(5)}`],
  ['a Slack token', `xoxb-${'1234'.repeat(3)}`],
  ['an API key of a model provider', `sk-ant-${'a1B2'.repeat(8)}`],
  ['a Stripe key', `sk_live_${'a1B2'.repeat(4)}`],
  ['a Google API key', `AIza${'a1B2c'.repeat(7)}`],
  ['an npm token', `npm_${'a1B2'.repeat(9)}`],
  ['a Leeway token', `lwy_${'a1B2'.repeat(10)}abc`],
  ['a Leeway token', `lwy_${'a1B2'.repeat(10)}ab-`],
  ...['lwa', 'lws', 'lwc', 'lwp', 'lwl'].map((kind) => ['a Leeway token', `${kind}_${'a1B2'.repeat(10)}abc`] as const),
  ['a Google API key', `AIza${'a1B2c'.repeat(6)}a1B2-`],
  ['a signed token', `eyJ${'a1B2'.repeat(3)}.eyJ${'a1B2'.repeat(3)}.${'a1B2'.repeat(3)}`],
  ['a password in an address', ['postgres://app', 'pa55@db/main'].join(':')],
  ['a password in an address', ['redis://', 'pa55@cache'].join(':')],
  ['a password in an address', ['a://', 'b@'].join(':')],
  ['a password in an address', ['postgres://app', 'pa/55@db/main'].join(':')],
  ['a password in an address', ['amqp://app', 'pa:5/5@queue'].join(':')],
]

test.for(SECRETS)('%s is recognised, alone, within a text and as a key', ([what, secret]) => {
  expect(findSecret(secret)).toEqual({ what, path: '' })
  expect(findSecret({ say: [`the word is ${secret}, pass it on`] })).toEqual({ what, path: '/say/0' })
  expect(findSecret({ a: { [secret]: 1 } })).toEqual({ what, path: '/a' })
})

test.for([
  ['a reference', { $secret: 'GITHUB_TOKEN' }],
  ['a long random text', 'Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFy'],
  ['a hash', `sha256:${'ab12'.repeat(16)}`],
  ['an address without a password', 'https://bob@example.org:8080/path?q=a:b@c'],
  ['an address with a port', 'http://localhost:3000/@scope/name'],
  ['an address with a numbered host', 'http://[::1]:3000/@scope/name'],
  ['an address with a port to be filled in', 'http://localhost:${PORT}/people/ann@example.org'],
  ['words', 'the task-force asks for ghp_ tokens, sk- keys and npm_ things'],
  ['nothing', null],
  ['numbers', [1, 2, { three: 3 }]],
] as const)('%s is no secret', ([, value]) => {
  expect(findSecret(value)).toBeUndefined()
})

test('a secret deep inside is found, however deep', () => {
  let value: unknown = SECRETS[3]?.[1]
  for (let depth = 0; depth < 2000; depth++) value = [value]
  expect(findSecret(value)?.what).toBe('a GitHub token')
})

test.for([
  ['dotted words', 'a.'],
  ['beginnings of a signed token', 'eyJ-'],
  ['beginnings of an address', 'a://'],
  ['beginnings of a password', 'a://b:'],
  ['beginnings of a private key', '-----BEGIN A '],
  ['dotted words before an address', `${'a.'.repeat(16)}://`],
] as const)('half a million characters of %s are looked through', ([, piece]) => {
  expect(findSecret(piece.repeat(500_000 / piece.length))).toBeUndefined()
})
