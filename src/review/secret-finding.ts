import { findSecret } from './find-secret.ts'
import type { Finding } from './finding.ts'
import { shownPath } from './tree-entry.ts'

/** Larger files are data that nobody reads, and would keep everybody else waiting. */
export const MOST_SEARCHED = 5 * 1024 * 1024

const ADVICE = 'Take it out, and name it as a reference. If it was real, replace it: others may have read it.'

/** A secret in a file, with its line; never the secret itself. */
export function secretFinding(path: Uint8Array, bytes: Uint8Array): Finding | undefined {
  if (bytes.length > MOST_SEARCHED) return undefined
  const found = bytes.includes(0) ? secretBetweenZeros(bytes) : secretIn(new TextDecoder().decode(bytes))
  if (found === undefined) return undefined
  const message = `Line ${found.line} looks like ${found.what}. ${ADVICE}`
  return { code: 'literal_secret', path: shownPath(path), message, refused: true }
}

/** The same in the message of a commit, in a sentence. */
export function secretInMessage(message: string): string | undefined {
  const found = secretIn(message)
  return found && `Line ${found.line} of the message looks like ${found.what}. ${ADVICE}`
}

/** A program that looks for these has them in itself, with nothing behind them. */
const KEY_WITH_BODY = /PRIVATE KEY-----\s{0,4}[A-Za-z0-9+/]{40}/

/** Without its zeros a text of two bytes a letter can be read, and one that a zero was put into so that nobody looks. */
function secretBetweenZeros(bytes: Uint8Array): ReturnType<typeof secretIn> {
  const text = new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
  const found = secretIn(text)
  if (found?.what === 'a private key') return KEY_WITH_BODY.test(text) ? found : undefined
  return found?.what === 'a password in an address' ? undefined : found
}

function secretIn(text: string): { readonly line: number; readonly what: string } | undefined {
  if (findSecret(text) === undefined) return undefined
  for (const [at, line] of text.split('\n').entries()) {
    const found = findSecret(line)
    if (found !== undefined) return { line: at + 1, what: found.what }
  }
  return undefined
}
