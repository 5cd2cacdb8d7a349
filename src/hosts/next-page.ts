import { AppError } from '../model/errors.ts'

const LINK = /<([^>]*)>\s*((?:;[^,]*)?)/g

/**
 * The address of the next page that a `Link` header names. Only what is asked for there is taken from it: GitHub calls the repository by its
 * number, Gitea itself by the address that its settings say, and our token goes nowhere but where it went before.
 */
export function nextPage(link: string | null, from: URL): URL | undefined {
  for (const [, address = '', rest = ''] of (link ?? '').matchAll(LINK)) {
    if (!/;\s*rel="?next"?/i.test(rest)) continue
    const next = new URL(from)
    if (URL.canParse(address, from.href)) next.search = new URL(address, from).search
    if (next.href !== from.href) return next
    throw new AppError('forge_unreadable', [], {
      message: `The forge names a next page of ${from.pathname} that can not be asked for.`,
    })
  }
  return undefined
}
