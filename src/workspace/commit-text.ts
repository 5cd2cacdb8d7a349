import { AppError } from '../model/errors.ts'
import { quote } from '../model/quote.ts'

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

/** A terminal would obey it; in its place a blank, so that nothing comes to stand at the beginning of a line that did not. */
const CONTROL = /(?![\t\n])\p{Control}/gu

/** The message with its trailers as the last paragraph, one line each. */
export function messageText(message: string, trailers: readonly Trailer[] = []): string {
  const body = message.replaceAll(/\r\n?/g, '\n').replaceAll(CONTROL, ' ').trim()
  const lines = trailers.map(({ key, value }) => `${key}: ${value.replace(/\p{Control}+/gu, ' ').trim()}`)
  const paragraphs = [body === '' ? 'No message' : body, ...(lines.length === 0 ? [] : [lines.join('\n')])]
  return `${paragraphs.join('\n\n')}\n`
}
