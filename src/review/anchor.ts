import * as z from 'zod'
import { AppError } from '../model/errors.ts'
import { strict } from '../model/strict.ts'
import { SIDES } from './diff.ts'

const Line = z.int().positive()
const Texts = z.array(z.string()).readonly()

/** Where a comment stands: lines of a file in one commit, with enough of what they say to find them again. */
export const Anchor = strict({
  path: z.string().min(1).max(4096),
  side: z.enum(SIDES),
  /** Lines of the file, or a block of rendered Markdown, which is the lines that it is made of. */
  kind: z.enum(['lines', 'block']),
  /** Counted from 1; both are part of it. */
  first: Line,
  last: Line,
  commit: z.string().regex(/^[0-9a-f]{40}$/, { error: 'A commit is named by 40 digits of 0 to 9 and a to f.' }),
  quote: Texts.refine((lines) => lines.length > 0, { error: 'A comment is on at least one line.' }),
  /** The lines right before and after, nearest last and nearest first. */
  before: Texts,
  after: Texts,
})
  .refine(({ first, last, quote }) => last - first + 1 === quote.length, {
    error: 'The quoted lines are those from first to last.',
  })
  .readonly()
export type Anchor = z.infer<typeof Anchor>

/** What a comment is put on. */
export interface AnchorPlace {
  readonly path: string
  readonly side: Anchor['side']
  readonly kind?: Anchor['kind']
  readonly first: number
  readonly last: number
  readonly commit: string
}

const CONTEXT = 3

/** The lines of a text, as both anchors and diffs count them: a line feed ends a line, and the last may have none. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** Anchors a comment to lines of a text; refuses lines that are not there. */
export function makeAnchor(place: AnchorPlace, text: string): Anchor {
  const lines = linesOf(text)
  const { first, last } = place
  if (!Number.isInteger(first) || !Number.isInteger(last) || first < 1 || last < first || last > lines.length) {
    const message = `There are no lines ${first} to ${last}: the file has ${lines.length}.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/first' }])
  }
  return anchorAt({ ...place, kind: place.kind ?? 'lines' }, lines)
}

/** The same where the lines are known to be there. */
export function anchorAt(place: Omit<Anchor, 'quote' | 'before' | 'after'>, lines: readonly string[]): Anchor {
  const { path, side, kind, first, last, commit } = place
  return {
    path,
    side,
    kind,
    first,
    last,
    commit,
    quote: lines.slice(first - 1, last),
    before: lines.slice(Math.max(0, first - 1 - CONTEXT), first - 1),
    after: lines.slice(last, last + CONTEXT),
  }
}
