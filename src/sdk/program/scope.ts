import type { Call } from '../../engine/event.ts'

/** Where in a program a call is made: at the top, inside a phase, or inside a step, which can't make any. */
export interface Scope {
  /** The phases around it, each as the id of its call. */
  readonly prefix: string
  readonly counts: Map<string, number>
  readonly step: string | null
  readonly parent: Scope | null
  /** A call in here was left, so what came of the scope is no result. */
  spoilt: boolean
}

/** A scope inside another. */
export function scopeIn(parent: Scope | null, inside: { readonly phase: Call } | { readonly step: string }): Scope {
  const around = parent?.prefix ?? ''
  if ('step' in inside) return { prefix: around, counts: new Map(), step: inside.step, parent, spoilt: false }
  return { prefix: `${idOf(inside.phase)}/`, counts: new Map(), step: null, parent, spoilt: false }
}

/** The scope of the program itself. */
export function topScope(): Scope {
  return { prefix: '', counts: new Map(), step: null, parent: null, spoilt: false }
}

/** Gives a call its number; it has to be asked for at once when the call is made, so that the numbers keep that order. */
export function nextCall({ prefix, counts }: Scope, name: string, question: string): Call {
  const full = prefix + name.replaceAll('%', '%25').replaceAll('#', '%23').replaceAll('/', '%2F')
  const nth = (counts.get(full) ?? 0) + 1
  counts.set(full, nth)
  return { name: full, nth, question }
}

/** A call as one text. */
export function idOf({ name, nth }: Pick<Call, 'name' | 'nth'>): string {
  return `${name}#${nth}`
}

/** Marks a scope and everything around it. */
export function spoil(scope: Scope): void {
  for (let at: Scope | null = scope; at !== null; at = at.parent) at.spoilt = true
}
