import type { PullView, ShownPerson } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { unseenBy } from '../../model/unshown-words.ts'
import { type Obstacle, obstaclesTo, whyNotTheirs } from './why-no-approval.ts'

/** Who would approve what, and whether they say that they have looked at what the diff does not show. */
interface Approving {
  readonly me: Pick<ShownPerson, 'id' | 'role'>
  readonly isSeen: boolean
  /** The commit that they looked at. */
  readonly named: string
}

/** What is asked about, or told, by itself where nothing else stands in the way. */
const ELSEWHERE: ReadonlySet<Obstacle['code']> = new Set(['head_moved', 'unseen_files'])

/**
 * Refuses whoever can't approve at all before they are sent to settle anything, and tells everybody else all that stands in their way at
 * once.
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
  const obstacles = [...movedFrom(view, named), ...obstaclesTo(seen, me)]
  const [first, another] = obstacles
  if (first === undefined || (another === undefined && ELSEWHERE.has(first.code))) return
  const message = `Nothing was approved. ${obstacles.map(({ why }) => why.replace(/[^.]$/, '$&.')).join(' ')}`
  throw new AppError(first.code, [], { message, details: { next: `Read it all: leeway pr show ${pull.id}` } })
}

function movedFrom({ pull: { id, head } }: PullView, named: string): readonly Obstacle[] {
  if (head.startsWith(named)) return []
  const why = `The newest commit is ${head.slice(0, 10)}, not ${named}. Look at it: leeway pr diff ${id}`
  return [{ code: 'head_moved', why }]
}
