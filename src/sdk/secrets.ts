import { AppError } from '../model/errors.ts'
import { referenceIn } from '../model/secret-reference.ts'
import { unknownSecret } from '../model/unknown-secret.ts'

/** Gives the value behind a name at the moment that the action runs. */
export type SecretSource = (name: string) => string | undefined | Promise<string | undefined>

/** What stands in the place of a secret. */
const HIDDEN = '[secret]'

/** Arguments with their secrets in place, and a way to keep those out of whatever is written down afterwards. */
export interface Revealed {
  readonly value: unknown
  readonly hide: (value: unknown) => unknown
}

/** Puts secrets in the place of their references, `{"$secret": "NAME"}`. */
export async function revealSecrets(value: unknown, source: SecretSource): Promise<Revealed> {
  const known: string[] = []
  const reveal = async (part: unknown): Promise<unknown> => {
    if (typeof part !== 'object' || part === null) return part
    if (Array.isArray(part)) return Promise.all(part.map(reveal))
    const name = referenceIn(part)
    if (name === undefined) {
      const entries = Object.entries(part).map(async ([key, inner]) => [key, await reveal(inner)] as const)
      return Object.fromEntries(await Promise.all(entries))
    }
    const secret = await given(name, source)
    if (secret !== '') known.push(...formsOf(secret))
    return secret
  }
  return { value: await reveal(value), hide: (written) => hide(written, known) }
}

/** What a source says when it fails may hold what it was to give, so that it stays out of our words. */
async function given(name: string, source: SecretSource): Promise<string> {
  const secret = await Promise.resolve(name)
    .then(source)
    .catch((cause: unknown) => {
      throw unknownSecret(name, cause)
    })
  if (secret === undefined) throw unknownSecret(name)
  return secret
}

/** The secrets of a call, or what is missing of them: whoever asks again under a key first has to learn what became of the call. */
export interface Secrets {
  readonly revealed?: Revealed
  readonly missing?: AppError
}

/** Looks for the secrets of a call before it is asked about. */
export async function secretsFor(args: unknown, source: SecretSource): Promise<Secrets> {
  try {
    return { revealed: await revealSecrets(args, source) }
  } catch (error) {
    if (error instanceof AppError && error.code === 'unknown_secret') return { missing: error }
    throw error
  }
}

/** What a question says of them. */
export function lacking({ missing }: Secrets): { readonly lacks?: string } {
  return missing?.details.secret === undefined ? {} : { lacks: missing.details.secret }
}

/** Whoever looked for a secret knows more of why it is missing than whoever refused the call. */
export function orMissing({ missing }: Secrets): (error: unknown) => never {
  return (error) => {
    throw missing !== undefined && error instanceof AppError && error.code === 'unknown_secret' ? missing : error
  }
}

/** As it is, and as JSON, an address, a form or base64 write it. */
function formsOf(secret: string): readonly string[] {
  const text = secret.toWellFormed()
  const inAddresses = [encodeURIComponent(text), new URLSearchParams({ '': text }).toString().slice(1)]
  const inJson = JSON.stringify(secret).slice(1, -1)
  const lower = inAddresses.map((form) => form.replace(/%../g, (byte) => byte.toLowerCase()))
  return [...new Set([secret, inJson, ...inAddresses, ...lower, ...base64Of(text)])]
}

/** Shorter pieces of base64 stand in any text by chance. */
const SHORTEST_PIECE = 8

/** As base64 writes it alone, and in a text around it: there it begins at one of three places, and its ends belong to its neighbours. */
function base64Of(secret: string): readonly string[] {
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('')
  const alone = btoa(bytes).replace(/=+$/, '')
  const within = [0, 1, 2].map((before) => {
    const whole = Math.floor(((before + bytes.length) * 8) / 6)
    return btoa('\0'.repeat(before) + bytes).slice(Math.ceil((before * 8) / 6), whole)
  })
  const forms = [alone, ...within.filter((piece) => piece.length >= SHORTEST_PIECE)]
  return forms.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}

function hide(value: unknown, known: readonly string[]): unknown {
  if (known.length === 0) return value
  if (typeof value === 'string') return hideIn(value, known)
  // What reads a secret as a number gives it back as one.
  if (typeof value === 'number') return known.includes(String(value)) ? HIDDEN : value
  if (Array.isArray(value)) return value.map((part) => hide(part, known))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [hide(key, known), hide(part, known)]))
}

/** Whatever belongs to any secret goes, also where one begins with another or two run into each other. */
function hideIn(text: string, known: readonly string[]): string {
  const places = known.flatMap((secret) => placesOf(text, secret)).sort((one, other) => one.from - other.from)
  let [hidden, until] = ['', 0]
  for (const { from, to } of places) {
    if (from >= until) hidden += `${text.slice(until, from)}${HIDDEN}`
    until = Math.max(until, to)
  }
  return hidden + text.slice(until)
}

function placesOf(text: string, secret: string): readonly { readonly from: number; readonly to: number }[] {
  const places = []
  for (let from = text.indexOf(secret); from >= 0; from = text.indexOf(secret, from + 1)) {
    places.push({ from, to: from + secret.length })
  }
  return places
}
