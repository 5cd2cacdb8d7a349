import * as z from 'zod'

/** Bytes as the Web Authentication standard writes them in JSON. */
const bytes = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/, { error: 'Bytes are written in base64url, without padding.' })

const CredentialId = bytes(1400)
const Kind = z.literal('public-key')
const Transports = z.array(z.string().max(40)).max(10).readonly()
const Descriptor = z.object({ id: CredentialId, type: Kind, transports: Transports.optional() }).readonly()
const Verification = z.literal('required')

/** What a browser needs to make a passkey: `PublicKeyCredentialCreationOptionsJSON` of the standard. */
export const CreationOptions = z
  .object({
    rp: z.object({ id: z.string(), name: z.string() }).readonly(),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }).readonly(),
    challenge: bytes(100),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: Kind }).readonly()).readonly(),
    timeout: z.int(),
    excludeCredentials: z.array(Descriptor).readonly(),
    authenticatorSelection: z
      .object({ residentKey: z.literal('preferred'), requireResidentKey: z.boolean(), userVerification: Verification })
      .readonly(),
    attestation: z.literal('none'),
  })
  .readonly()
export type CreationOptions = z.infer<typeof CreationOptions>

/** What a browser needs to have a passkey sign: `PublicKeyCredentialRequestOptionsJSON` of the standard. */
export const RequestOptions = z
  .object({
    rpId: z.string(),
    challenge: bytes(100),
    allowCredentials: z.array(Descriptor).readonly(),
    timeout: z.int(),
    userVerification: Verification,
  })
  .readonly()
export type RequestOptions = z.infer<typeof RequestOptions>

/** A passkey that a browser has made: what we read of `RegistrationResponseJSON`. Browsers add more, which is left out. */
export const MadeCredential = z
  .object({
    id: CredentialId,
    type: Kind,
    response: z
      .object({ clientDataJSON: bytes(4000), attestationObject: bytes(16_000), transports: Transports.optional() })
      .readonly(),
  })
  .readonly()
export type MadeCredential = z.infer<typeof MadeCredential>

/** What a passkey signed: what we read of `AuthenticationResponseJSON`. */
export const Assertion = z
  .object({
    id: CredentialId,
    type: Kind,
    response: z
      .object({ clientDataJSON: bytes(4000), authenticatorData: bytes(4000), signature: bytes(4000) })
      .readonly(),
  })
  .readonly()
export type Assertion = z.infer<typeof Assertion>

/** What a proof of presence travels as; one of them is enough. */
export const PROOF = {
  /** As the server's terminal showed it. */
  code: z.string().max(100).optional(),
  /** What a passkey signed. */
  assertion: Assertion.optional(),
  /** For whoever calls with their own token. */
  passphrase: z.string().max(1000).optional(),
} as const
