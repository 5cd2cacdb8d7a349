import { isBuiltin } from 'node:module'
import { posix } from 'node:path'

/** What an import reaches: Node itself, a package, a file of ours, or something no import may name. */
export type Target =
  | { readonly kind: 'node' }
  | { readonly kind: 'package' }
  | { readonly kind: 'file'; readonly file: string }
  /** A published schema: it holds no code, so it leads nowhere. */
  | { readonly kind: 'schema' }
  | { readonly kind: 'outside' }

const PACKAGE = /^(@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*(\/|$)/i

/** Only relative paths reach our own files: any other spelling would pass by the rules unseen. */
export function resolveImport(from: string, specifier: string): Target {
  if (isBuiltin(specifier) || specifier.startsWith('node:')) return { kind: 'node' }
  if (specifier.startsWith('.')) return inside(posix.join(posix.dirname(from), specifier.replace(/\?.*$/, '')))
  if (specifier === 'leeway' || specifier.startsWith('leeway/') || !PACKAGE.test(specifier)) return { kind: 'outside' }
  return { kind: 'package' }
}

function inside(file: string): Target {
  if (/^schemas\/[\w.-]+\.schema\.json$/.test(file)) return { kind: 'schema' }
  return /^(src|cockpit)\//.test(file) ? { kind: 'file', file } : { kind: 'outside' }
}
