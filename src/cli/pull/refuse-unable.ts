import type { PullView, ShownPerson } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { unseenBy } from '../../model/unshown-file.ts'
import { obstaclesTo, whyNotTheirs } from './why-no-approval.ts'

/** Who would approve what, and whether they say that they have looked at what the diff does not show. */
interface Approving {
  readonly me: Pick<ShownPerson, 'id' | 'role'>
  readonly isSeen: boolean
  /** The commit that they looked at. */
  readonly named: string
}

/**
 * Refuses whoever can't approve at all before they are sent to settle anything, and tells everybody else all that stands in their way at
 * once. One thing alone is left to whoever can also ask about it.
 */
export function refuseUnable(view: PullView, { me, isSeen, named }: Approving): void {
  const { pull, checkpoint } = view
  // Whoever approves twice has approved.
  if (view.approved_by.includes(me.id)) return
  const not = whyNotTheirs(view, me)
  if (not !== undefined) {
    const isPart = me.role !== 'viewer' && checkpoint?.terms.approvers.length === 0
    const next = isPart ? 'If you work alone, say so: leeway login --solo' : `Look at it: leeway pr show ${pull.id}`
    throw new AppError(isPart ? 'self_approval' : 'not_authorised', [], { message: not, details: { next } })
  }
  const seen = isSeen ? { ...view, unshown: view.unshown.filter((file) => !unseenBy(view.marks, [file]).length) } : view
  const isNewest = pull.head.startsWith(named)
  const moved = `The newest commit is ${pull.head.slice(0, 10)}, not ${named}. Look at it: leeway pr diff ${pull.id}`
  const obstacles = [...(isNewest ? [] : [moved]), ...obstaclesTo(seen, me)]
  if (obstacles.length < 2) return
  const message = `Nothing was approved. ${obstacles.map((why) => why.replace(/[^.]$/, '$&.')).join(' ')}`
  const details = { next: `Read it all: leeway pr show ${pull.id}` }
  throw new AppError(isNewest ? 'unresolved_threads' : 'head_moved', [], { message, details })
}
