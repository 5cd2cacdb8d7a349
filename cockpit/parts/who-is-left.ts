import type { Me } from '../data/use-me.ts'

/** Who may approve once somebody has a part in the work themselves. */
export interface Left {
  readonly who: string
  readonly isEnough: boolean
}

/** Who is left of the approvers without oneself, in words; null for whoever works alone, whose part takes nothing from them. */
export function whoIsLeft(approvers: readonly string[], quorum: number, me: Me | undefined): Left | null {
  if (me === undefined || me.solo) return null
  const others = approvers.filter((approver) => approver !== me.id)
  if (others.length >= quorum) {
    return { isEnough: true, who: quorum === 1 ? others.join(' or ') : `${quorum} of ${others.join(', ')}` }
  }
  const few = others.length === 0 ? 'nobody else may approve it' : `only ${others.join(', ')} may approve it`
  return { isEnough: false, who: `${few}${quorum > 1 ? ` of the ${quorum} it needs` : ''}` }
}
