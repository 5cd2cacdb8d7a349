import type { Assertion, CreationOptions, MadeCredential, RequestOptions } from '../../src/api/web-authn.ts'
import { AppError } from '../../src/model/errors.ts'

/** Loaded when somebody first uses a passkey. */
const library = () => import('@simplewebauthn/browser')

type Mutable<Options> = { -readonly [Key in keyof Options]: Options[Key] }

/** Has one of somebody's passkeys sign. */
export async function signWithPasskey(options: RequestOptions): Promise<Assertion> {
  const { startAuthentication } = await library()
  const optionsJSON = options as Mutable<RequestOptions> as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const { id, response } = await startAuthentication({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, SIGNING)
  })
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

/** Has a device make a passkey. */
export async function makePasskey(options: CreationOptions): Promise<MadeCredential> {
  const { startRegistration } = await library()
  const optionsJSON = options as Mutable<CreationOptions> as Parameters<typeof startRegistration>[0]['optionsJSON']
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw inWords(error, MAKING)
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

type Words = Readonly<Record<string, string>>

/** What browsers call what went wrong; they tell a no, a timeout and a missing passkey apart from nobody, so that pages learn nothing. */
const COMMON: Words = {
  SecurityError: 'Passkeys do not work at this address. Use a code of the terminal instead.',
  AbortError: 'It was cancelled.',
}
const SIGNING: Words = {
  ...COMMON,
  NotAllowedError: 'Nothing was signed: it was cancelled or took too long, or this device has none of your passkeys.',
}
const MAKING: Words = {
  ...COMMON,
  NotAllowedError: 'No passkey was made: it was cancelled, or took too long.',
  InvalidStateError: 'This device has a passkey for you already.',
  ConstraintError: 'This device can not see that it is you: it has no fingerprint, face or PIN set up.',
  NotSupportedError: 'This device makes no passkeys that we can check.',
}

function inWords(error: unknown, words: Words): AppError {
  const name = error instanceof Error ? error.name : ''
  const message = words[name] ?? 'This browser could not use a passkey. Use a code of the terminal instead.'
  return new AppError('passkey_unfit', [], { message, cause: error })
}
