import { ONLY_LOOKS } from '../data/only-looks.ts'
import type { Me } from '../data/use-me.ts'
import type { Scope } from './halt-scope.ts'

/** Who lets go on what is halted. */
export const LIFTED_BY = 'An administrator lets it go on.'

/** Why somebody may not halt this, or not let it go on, as a sentence; null where they may. The server says the same. */
export function whyNoSwitch(me: Pick<Me, 'caller' | 'tenants'> | undefined, scope: Scope, on: boolean): string | null {
  if (me === undefined) return 'One moment…'
  if (me.caller !== 'reviewer' && me.caller !== 'admin') return on ? ONLY_LOOKS : LIFTED_BY
  if (!on && me.caller !== 'admin') return LIFTED_BY
  if (me.tenants === '*' || (scope.of === 'tenant' && me.tenants.some((tenant) => tenant === scope.name))) return null
  return `You see ${me.tenants.join(', ')} and no other tenant, and this reaches further.`
}
