import { hash } from 'node:crypto'
import { hashOf } from '../../engine/content-hash.ts'

/** Longer texts are hashed by Node first, which is many times faster and keeps nobody else waiting. */
const LONG = 64 * 1024

/** Names a request, so that its key serves no other. */
export function requestHash(operation: string, input: unknown): string {
  return hashOf([operation, shortened(withoutProof(input))])
}

/** What proves presence can be short enough to be guessed from a hash, and is another one each time, so it is no part of what is kept. */
function withoutProof(input: unknown): unknown {
  const {
    passphrase: _passphrase,
    code: _code,
    assertion: _assertion,
    ...rest
  } = input as Readonly<Record<string, unknown>>
  return rest
}

/** The same with the hash of each long text in its place. Every text says first which it is, so that none can be taken for another. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length > LONG ? `long ${hash('sha256', value)}` : `text ${value}`
  if (Array.isArray(value)) return value.map(shortened)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, shortened(one)]))
}
