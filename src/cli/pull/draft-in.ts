import type { DiffView } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { ThreadId } from '../../model/ids.ts'
import { type Draft, THREAD_KINDS, ThreadKind } from '../../model/review-thread.ts'
import type { DiffLine } from '../../review/diff.ts'
import { wrongCall } from '../wrong-call.ts'

const AROUND = 3
const PLACE = /^(?<path>.+?)(?::(?<first>\d+)(?:-(?<last>\d+))?)?$/

/** What somebody says of some lines at the command line: `plan.md:3-5`, or of the whole. */
export interface Said {
  readonly at: string | undefined
  readonly side: 'old' | 'new'
  readonly kind: string
  readonly text: string
}

/** A thread about lines that the diff shows. Lines that it does not show have to be commented where they can be seen. */
export function draftIn(diff: DiffView, { at, side, kind, text }: Said, id: string): Draft {
  const known = ThreadKind.safeParse(kind)
  if (!known.success) throw wrongCall(`--kind is one of ${THREAD_KINDS.join(', ')}.`)
  const draft = { id: ThreadId.parse(id), kind: known.data, text, suggestion: null }
  if (at === undefined) return { ...draft, anchor: null }
  const { path, from, to } = placeIn(at)
  const lines = linesOf(diff, path, side)
  let next = from
  while (next <= to && lines.has(next)) next += 1
  if (next <= to) throw notInDiff(`Line ${next} of ${path} is not in the diff.`)
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index)
  const near = (offsets: readonly number[]) => offsets.flatMap((number) => lines.get(number) ?? [])
  const before = near(Array.from({ length: AROUND }, (_, index) => from - AROUND + index))
  const after = near(Array.from({ length: AROUND }, (_, index) => to + 1 + index))
  return { ...draft, anchor: { path, side, kind: 'lines', first: from, last: to, quote: near(numbers), before, after } }
}

function placeIn(at: string): { readonly path: string; readonly from: number; readonly to: number } {
  const { path = '', first, last = first } = PLACE.exec(at)?.groups ?? {}
  if (first === undefined || last === undefined)
    throw wrongCall(`Say which lines: --at ${path}:12 or --at ${path}:12-14`)
  const [from, to] = [Number(first), Number(last)]
  if (to < from) throw wrongCall(`Lines go from the first to the last: --at ${path}:${to}-${from}`)
  return { path, from, to }
}

function notInDiff(message: string): AppError {
  return new AppError('not_found', [], { message, details: { next: 'See what is: leeway pr diff ID' } })
}

function linesOf({ files }: DiffView, path: string, side: 'old' | 'new'): ReadonlyMap<number, string> {
  const file = files.find((one) => one.path === path)
  if (file === undefined) throw notInDiff(`${path} is not one of the changed files.`)
  const numbered = (line: DiffLine) => (side === 'old' ? line.old : line.new)
  const lines = file.hunks
    .flatMap((hunk) => hunk.lines)
    .flatMap((line) => {
      const number = numbered(line)
      return number === undefined ? [] : [[number, line.text] as const]
    })
  return new Map(lines)
}
