import { isIP } from 'node:net'
import { AppError } from '../../model/errors.ts'

/** Where a page with passkeys was opened. Its host is one of the server's own names: nothing else reaches a handler. */
export interface Place {
  readonly origin: string
  /** The name that browsers keep passkeys for. */
  readonly rpId: string
}

/** Where the page that calls was opened. Browsers keep passkeys for names only, and programs have no page. */
export function placeOf(origin: string | undefined): Place {
  const host = origin === undefined ? '' : new URL(origin).hostname
  if (origin !== undefined && isIP(host.replace(/^\[|\]$/g, '')) === 0) return { origin, rpId: host }
  throw new AppError('no_passkeys_here', [], {
    details: {
      next: 'Open the page at localhost, or at the name of the server; a code of the terminal works everywhere.',
    },
  })
}
