import { AppError } from '../model/errors.ts'

const LINK = /<([^>]*)>\s*((?:;[^,]*)?)/g

/** The address of the next page that a `Link` header names. One that leads elsewhere is an error: our token would go there. */
export function nextPage(link: string | null, from: URL): URL | undefined {
  for (const [, address = '', rest = ''] of (link ?? '').matchAll(LINK)) {
    if (!/;\s*rel="?next"?/i.test(rest)) continue
    const url = URL.canParse(address, from.href) ? new URL(address, from) : undefined
    if (url?.origin === from.origin && url.pathname === from.pathname) return url
    throw new AppError('forge_unreadable', [], {
      message: `The forge names a next page of ${from.pathname} that is elsewhere.`,
    })
  }
  return undefined
}
