import type { Desk } from '../../compose.ts'
import type { Anchor } from '../../model/anchor.ts'
import { counted } from '../../model/counted.ts'
import { AppError } from '../../model/errors.ts'
import { ThreadId } from '../../model/ids.ts'
import type { Pull } from '../../model/pull.ts'
import { type Draft, THREAD_KINDS, ThreadKind } from '../../model/review-thread.ts'
import { linesOf, makeAnchor } from '../../review/anchor.ts'
import { wrongCall } from '../wrong-call.ts'

type Files = Pick<Desk['pulls'], 'file'>

const PLACE = /^(?<path>.+?)(?::(?<first>\d+)(?:-(?<last>\d+))?)?$/

/** What somebody says of some lines at the command line: `plan.md:3-5`, or of the whole. */
export interface Said {
  readonly at: string | undefined
  readonly side: 'old' | 'new'
  readonly kind: string
  readonly text: string
}

/** A thread about lines of the newest round, changed or not, or about the whole. */
export async function draftIn(pulls: Files, pull: Pull, { at, side, kind, text }: Said): Promise<Draft> {
  const known = ThreadKind.safeParse(kind)
  if (!known.success) throw wrongCall(`--kind is one of ${THREAD_KINDS.join(', ')}.`)
  const draft = { id: newThreadId(), kind: known.data, text, suggestion: null, round: pull.round }
  return { ...draft, anchor: at === undefined ? null : await anchorIn(pulls, pull, { ...placeIn(at), side }) }
}

interface Place {
  readonly path: string
  readonly first: number
  readonly last: number
}

function placeIn(at: string): Place {
  const { path = '', first, last = first } = PLACE.exec(at)?.groups ?? {}
  if (first === undefined || last === undefined)
    throw wrongCall(`Say which lines: --at ${path}:12 or --at ${path}:12-14`)
  const [from, to] = [Number(first), Number(last)]
  if (to < from) throw wrongCall(`Lines go from the first to the last: --at ${path}:${to}-${from}`)
  return { path, first: from, last: to }
}

async function anchorIn(
  pulls: Files,
  { id, head, round }: Pull,
  place: Place & { readonly side: 'old' | 'new' },
): Promise<Anchor> {
  const { path, side, first, last } = place
  const { text } = await pulls.file(id, { path, side, round })
  if (text === null) throw notThere(id, `${path} is no text, so that it has no lines.`)
  const { length } = linesOf(text)
  if (first < 1 || last > length) {
    throw notThere(
      id,
      `${path} has ${counted(length, 'line')}, and no line ${first < 1 ? first : Math.max(first, length + 1)}.`,
    )
  }
  const { commit: _commit, ...anchor } = makeAnchor({ ...place, commit: head }, text)
  return anchor
}

function notThere(id: string, message: string): AppError {
  return new AppError('not_found', [], { message, details: { next: `See what changes: leeway pr diff ${id}` } })
}

function newThreadId(): ThreadId {
  return ThreadId.parse(`thr_${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`)
}
