import { hash } from 'node:crypto'
import type { Link, LogEntry } from '../engine/ports.ts'
import type { Signer } from './signer.ts'

/** An event before it has its place in the log. */
export type NewEntry = Omit<LogEntry, 'seq'>

/** What the first link of every tenant follows. */
export const GENESIS = '0'.repeat(64)

/** All that is hashed of an event. Every part carries its length, so no text can move from one part into the next. */
export function entryText(seq: number, entry: NewEntry): string {
  const { tenant, job, checkpoint, type, at, actor, data } = entry
  return `${seq};${part(tenant)}${part(job)}${part(checkpoint)}${part(type)}${part(at)}${part(actor)}${part(data)}`
}

/** The hash of a link over what came before it and the texts of its events, one behind the other. */
export function linkHash(follows: Pick<Link, 'tenant' | 'previous'>, entries: string): string {
  return hash('sha256', `leeway-link-1\n${part(follows.tenant)}${part(follows.previous)}${entries}`)
}

/** A link before it is hashed and signed; `entries` are the texts of its events, one behind the other. */
export interface OpenLink extends Omit<Link, 'hash' | 'signature' | 'key'> {
  readonly entries: string
}

/** Closes a link. The one way in which every store makes them. */
export function signLink({ entries, ...open }: OpenLink, signer: Signer): Link {
  const link = { ...open, hash: linkHash(open, entries), key: signer.key }
  return { ...link, signature: signer.sign(linkText(link)) }
}

/** What is signed of a link: all of it. */
export function linkText(link: Omit<Link, 'signature'>): string {
  const { tenant, first, last, count, previous, key } = link
  return `leeway-signed-link-1\n${part(tenant)}${first};${last};${count};${part(previous)}${part(link.hash)}${part(key)}`
}

function part(text: string | null): string {
  return text === null ? '-' : `${text.length}:${text}`
}
