import { expect, test } from 'vitest'
import { CreationOptions, RequestOptions } from '../../api/web-authn.ts'
import { aPasskey } from '../../testing/builders.ts'
import { certificateStatement, SoftwarePasskey } from '../../testing/software-passkey.ts'
import { Challenges } from './challenges.ts'
import { creationOptions, readCredential, requestOptions } from './web-authn.ts'

const ORIGIN = 'http://localhost:7317'
const PLACE = { origin: ORIGIN, rpId: 'localhost' }
const ABOUT = { person: 'rob', via: 'tok-1', for: { do: 'add_passkey' }, head: null } as const

const ask = () => new Challenges(() => new Date()).ask(ABOUT, PLACE)

test('a browser is told to look who it is, and to send no certificates', async () => {
  const challenge = ask()
  const options = await creationOptions(challenge, { person: 'rob', keys: [] })
  expect(options).toMatchObject({
    attestation: 'none',
    authenticatorSelection: { userVerification: 'required' },
    challenge: Buffer.from(challenge.bytes).toString('base64url'),
    rp: { id: 'localhost' },
  })
  expect(CreationOptions.parse(options)).toEqual(options)
  const request = await requestOptions(challenge, [aPasskey({ credential: 'abc' })])
  expect(RequestOptions.parse(request)).toEqual(request)
  expect(request).toMatchObject({ userVerification: 'required', rpId: 'localhost' })
})

test.for([
  ['a certificate', { fmt: 'packed', statement: certificateStatement(Buffer.from('crl')) }],
  ['a statement of a platform', { fmt: 'apple', statement: certificateStatement(Buffer.from('crl')) }],
] as const)('%s is not even looked at, because reading it may ask addresses that it names', async ([, bent]) => {
  const challenge = ask()
  const made = new SoftwarePasskey(ORIGIN).make(await creationOptions(challenge, { person: 'rob', keys: [] }), bent)
  await expect(readCredential(made, challenge)).rejects.toMatchObject({
    code: 'passkey_unfit',
    cause: { message: 'It comes with a certificate that nobody asked for.' },
  })
})
