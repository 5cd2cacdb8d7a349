import type { GivenTo } from '../../src/api/operations.ts'
import { type Halted, haltedName } from '../../src/model/halts.ts'
import { namedIn } from '../parts/hidden-characters.ts'

/** What is to be halted, or to go on: everything, one agent or one tenant. */
export type Scope = Pick<Halted, 'of' | 'name'>

/** Everything at once. */
export const ALL: Scope = { of: 'all', name: '' }

/** The same as the server is asked for it. */
export function switchOf({ of, name }: Scope): GivenTo<'set_kill_switch'>['halt'] {
  if (of === 'all') return { of }
  return of === 'agent' ? { of, agent: name } : { of, tenant: name }
}

/** The same in an address, such as `agent:mailer`. */
export function scopeText({ of, name }: Scope): string {
  return of === 'all' ? of : `${of}:${name}`
}

/** Reads it from an address; undefined where it makes no sense. */
export function readScope(text: unknown): Scope | undefined {
  if (typeof text !== 'string') return undefined
  if (text === 'all') return ALL
  const [, of, name] = /^(agent|tenant):(.+)$/s.exec(text) ?? []
  return of === undefined || name === undefined ? undefined : { of: of as 'agent' | 'tenant', name }
}

/** The same in a sentence, where no markup can stand. */
export function scopeName(scope: Scope): string {
  return namedIn(haltedName(scope))
}
