import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Assertion, CreationOptions, MadeCredential, RequestOptions } from '../../api/web-authn.ts'
import { AppError } from '../../model/errors.ts'
import type { Passkey } from '../../model/passkey.ts'
import type { Challenge } from './challenges.ts'

/** Loaded when somebody first uses a passkey: it is large, and most starts of a server never need it. */
const library = () => import('@simplewebauthn/server')

/** ES256, Ed25519 and RS256: what devices have. */
const ALGORITHMS = [-7, -8, -257]
const TIMEOUT_MS = 300_000

/** What a browser needs to make a passkey of a person. */
export async function creationOptions(
  { bytes, place: { rpId } }: Challenge,
  { person, keys }: { readonly person: string; readonly keys: readonly Passkey[] },
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library()
  const made = await generateRegistrationOptions({
    rpID: rpId,
    rpName: 'Leeway',
    userName: person,
    userDisplayName: person,
    challenge: bytes,
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: keys.filter((key) => key.rp_id === rpId).map(({ credential }) => ({ id: credential })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  })
  const { rp, user, challenge, pubKeyCredParams, timeout, excludeCredentials, authenticatorSelection, attestation } =
    made
  const own = {
    rp,
    user,
    challenge,
    pubKeyCredParams,
    timeout,
    excludeCredentials,
    authenticatorSelection,
    attestation,
  }
  return own as CreationOptions
}

/** What a browser needs to have one of these passkeys sign. */
export async function requestOptions(
  { bytes, place: { rpId } }: Challenge,
  keys: readonly Passkey[],
): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const { challenge, allowCredentials } = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: bytes,
    allowCredentials: keys.map(({ credential, transports }) => ({ id: credential, transports: [...transports] as [] })),
  })
  return { rpId, challenge, timeout: TIMEOUT_MS, userVerification: 'required', allowCredentials } as RequestOptions
}

type Made = Pick<
  Passkey,
  'credential' | 'public_key' | 'counter' | 'transports' | 'device_type' | 'backed_up' | 'rp_id'
>

/** Checks a passkey that a browser has made. Throws `passkey_unfit` for what was not made for this challenge, at this place, by a person who was verified. */
export async function readCredential(made: MadeCredential, { bytes, place }: Challenge): Promise<Made> {
  const { verifyRegistrationResponse } = await library()
  await refuseAttested(made)
  const response = { ...made, rawId: made.id, clientExtensionResults: {} } as unknown as RegistrationResponseJSON
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: base64url(bytes),
    expectedOrigin: place.origin,
    expectedRPID: place.rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(unfit)
  if (!verified) return unfit(new Error('The statement about the key is not signed by it.'))
  const { credential, credentialDeviceType, credentialBackedUp } = registrationInfo
  return {
    credential: credential.id,
    public_key: base64url(credential.publicKey),
    counter: credential.counter,
    transports: made.response.transports ?? [],
    device_type: credentialDeviceType === 'multiDevice' ? 'multi_device' : 'single_device',
    backed_up: credentialBackedUp,
    rp_id: place.rpId,
  }
}

/**
 * We ask for no certificates of devices, and browsers leave them out. To read one anyway would be to parse what a stranger wrote, and to ask
 * addresses that it names whether it was revoked.
 */
async function refuseAttested({ response }: MadeCredential): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    const fmt = decoded.get('fmt')
    const isBare = fmt === 'none' || (fmt === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
    if (!isBare) throw new Error('It comes with a certificate that nobody asked for.')
  } catch (error) {
    unfit(error)
  }
}

/** Checks what a passkey signed. Throws for what was not signed by it, for this challenge, at this place, by a person who was verified. */
export async function readAssertion(
  assertion: Assertion,
  { bytes, place }: Challenge,
  { credential, public_key, rp_id }: Passkey,
): Promise<{ readonly counter: number; readonly backed_up: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  const response = {
    ...assertion,
    rawId: assertion.id,
    clientExtensionResults: {},
  } as unknown as AuthenticationResponseJSON
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: base64url(bytes),
    expectedOrigin: place.origin,
    expectedRPID: rp_id,
    requireUserVerification: true,
    // Its count is judged in a commit, where what was known of it can't be outdated, and only for what it really signed.
    credential: { id: credential, publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')), counter: 0 },
  }).catch(notProved)
  if (!verified) return notProved(new Error('The signature is not that of the passkey.'))
  return { counter: authenticationInfo.newCounter, backed_up: authenticationInfo.credentialBackedUp }
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

/** Why exactly is for nobody: whoever sends such a thing is no browser of ours. */
function unfit(cause: unknown): never {
  throw new AppError('passkey_unfit', [], { cause, details: { next: 'Begin again.' } })
}

/** The same for what was signed. */
export function notProved(cause?: unknown): never {
  const message = 'What the passkey signed does not fit, or is too old. Try again.'
  throw new AppError('step_up_needed', [], { message, cause })
}
