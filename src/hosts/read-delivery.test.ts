import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { type ExpectedFrom, readDelivery, type SentDelivery } from './read-delivery.ts'

const GITHUB: ExpectedFrom = { kind: 'github', owner: 'house', repository: 'tools', secret: 'a-secret-of-ours' }
const GITEA: ExpectedFrom = { ...GITHUB, kind: 'gitea' }
const PAYLOAD = { action: 'submitted', pull_request: { number: 7 }, repository: { full_name: 'House/tools' } }

const signed = (body: string, secret = GITHUB.secret) => createHmac('sha256', secret).update(body).digest('hex')

/** A message as GitHub sends it. */
function github(payload: unknown, more: SentDelivery['headers'] = {}): SentDelivery {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  const headers = { 'x-hub-signature-256': `sha256=${signed(body)}`, 'x-github-event': 'pull_request_review' }
  return { body: Buffer.from(body), headers: { ...headers, ...more } }
}

/** A message as Gitea sends it; Forgejo adds headers of its own. */
function gitea(payload: unknown, more: SentDelivery['headers'] = {}): SentDelivery {
  const body = JSON.stringify(payload)
  const headers = { 'x-gitea-signature': signed(body), 'x-gitea-event': 'pull_request_approved' }
  return { body: Buffer.from(body), headers: { ...headers, ...more } }
}

test('a message that is signed with our secret says which pull request to look at', () => {
  expect(readDelivery(github(PAYLOAD), GITHUB)).toMatchObject({ event: 'pull_request_review', pull: 7 })
  expect(readDelivery(gitea(PAYLOAD), GITEA)).toMatchObject({ event: 'pull_request_approved', pull: 7 })
})

test('a comment on a pull request comes as one on an issue', () => {
  const payload = { issue: { number: 9 }, repository: { full_name: 'house/tools' } }
  expect(readDelivery(github(payload), GITHUB).pull).toBe(9)
})

test('a message about no pull request is read too', () => {
  expect(readDelivery(github({ zen: 'Keep it.', repository: PAYLOAD.repository }), GITHUB).pull).toBeNull()
})

test('the name of a message is made of its bytes, whatever id it is sent under', () => {
  const [one, other] = ['1', '2'].map((id) => readDelivery(github(PAYLOAD, { 'x-github-delivery': id }), GITHUB).digest)
  expect(one).toBe(other)
})

const BODY = JSON.stringify(PAYLOAD)
test.for([
  ['no signature', github(PAYLOAD, { 'x-hub-signature-256': undefined })],
  ['an empty signature', github(PAYLOAD, { 'x-hub-signature-256': '' })],
  ['a signature with another secret', github(PAYLOAD, { 'x-hub-signature-256': `sha256=${signed(BODY, 'theirs')}` })],
  ['a signature of another body', github(PAYLOAD, { 'x-hub-signature-256': `sha256=${signed(`${BODY} `)}` })],
  ['a short signature', github(PAYLOAD, { 'x-hub-signature-256': `sha256=${signed(BODY).slice(0, 8)}` })],
  ['a signature in capitals', github(PAYLOAD, { 'x-hub-signature-256': `sha256=${signed(BODY).toUpperCase()}` })],
  [
    'the older signature',
    github(PAYLOAD, { 'x-hub-signature-256': undefined, 'x-hub-signature': `sha1=${signed(BODY)}` }),
  ],
  ['two signatures', github(PAYLOAD, { 'x-hub-signature-256': [`sha256=${signed(BODY)}`, 'sha256=00'] })],
  ['the signature of another kind of forge', gitea(PAYLOAD)],
  ['no event', github(PAYLOAD, { 'x-github-event': undefined })],
  ['another repository', github({ ...PAYLOAD, repository: { full_name: 'house/other' } })],
] as const)('%s is refused', ([, sent]) => {
  expect(() => readDelivery(sent, GITHUB)).toThrow(expect.objectContaining({ code: 'forge_foreign' }))
})

test('of two signatures by Forgejo both have to be right', () => {
  expect(readDelivery(gitea(PAYLOAD, { 'x-forgejo-signature': signed(BODY) }), GITEA).pull).toBe(7)
  expect(
    readDelivery(gitea(PAYLOAD, { 'x-forgejo-signature': signed(BODY), 'x-gitea-signature': undefined }), GITEA).pull,
  ).toBe(7)
  expect(() => readDelivery(gitea(PAYLOAD, { 'x-forgejo-signature': signed(BODY, 'theirs') }), GITEA)).toThrow('wrong')
  expect(() =>
    readDelivery(gitea(PAYLOAD, { 'x-forgejo-signature': signed(BODY), 'x-gitea-signature': '00' }), GITEA),
  ).toThrow('wrong')
})

test('without a secret nothing is believed', () => {
  const sent = github(PAYLOAD, { 'x-hub-signature-256': `sha256=${signed(BODY, '')}` })
  expect(() => readDelivery(sent, { ...GITHUB, secret: '' })).toThrow('no secret')
})

test.for([
  ['no JSON', 'payload=%7B%7D'],
  ['a list', []],
  ['no repository', { pull_request: { number: 1 } }],
] as const)('%s is told how to be sent', ([, payload]) => {
  expect(() => readDelivery(github(payload), GITHUB)).toThrow('application/json')
})
