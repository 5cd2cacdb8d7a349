import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'
import type { Oid } from './oid.ts'

/** Who made a commit, and when. */
export interface Signature {
  readonly name: string
  readonly email: string
  /** Git counts whole seconds. */
  readonly at: Date
}

/** A line at the end of a message, such as `Reviewed-by: ann`. */
export interface Trailer {
  readonly key: string
  readonly value: string
}

/** All that a commit says. The same always gives the same bytes, and so the same name. */
export interface CommitText {
  readonly tree: Oid
  readonly parents: readonly Oid[]
  readonly author: Signature
  readonly message: string
  readonly trailers?: readonly Trailer[]
}

/** The bytes of a commit. Author and committer are the same, because a commit is made where it is decided. */
export function encodeCommit({ tree, parents, author, message, trailers = [] }: CommitText): Uint8Array {
  const who = signatureLine(author)
  const headers = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`]
  return Buffer.from(`${headers.join('\n')}\n\n${messageText(message, trailers)}`)
}

/** `Ann <ann@example.org> 1700000000 +0000`; refuses what would end the line or the address. */
export function signatureLine({ name, email, at }: Signature): string {
  for (const [what, text] of [
    ['name', name],
    ['address', email],
  ] as const) {
    if (/[<>\n\r\0]/.test(text) || text.trim() === '') {
      const message = `${quote(text)} can not be the ${what} of an author: it is empty, or holds "<", ">" or a line break.`
      throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '' }])
    }
  }
  return `${name.trim()} <${email.trim()}> ${Math.floor(at.getTime() / 1000)} +0000`
}

/** The message with its trailers as the last paragraph, one line each. */
export function messageText(message: string, trailers: readonly Trailer[] = []): string {
  const body = message.replaceAll('\0', '').replaceAll('\r\n', '\n').trim()
  const lines = trailers.map(({ key, value }) => `${key}: ${value.replace(/\p{Control}+/gu, ' ').trim()}`)
  const paragraphs = [body === '' ? 'No message' : body, ...(lines.length === 0 ? [] : [lines.join('\n')])]
  return `${paragraphs.join('\n\n')}\n`
}
