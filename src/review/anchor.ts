import type { Anchor } from '../model/anchor.ts'
import { AppError } from '../model/errors.ts'

/** An anchor in one commit, which its review names. */
export type PinnedAnchor = Anchor & { readonly commit: string }

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
export function makeAnchor(place: AnchorPlace, text: string): PinnedAnchor {
  const lines = linesOf(text)
  const { first, last } = place
  if (!Number.isInteger(first) || !Number.isInteger(last) || first < 1 || last < first || last > lines.length) {
    const message = `There are no lines ${first} to ${last}: the file has ${lines.length}.`
    throw new AppError('invalid_input', [{ code: 'invalid_value', message, path: '/first' }])
  }
  return anchorAt({ ...place, kind: place.kind ?? 'lines' }, lines)
}

/** The same where the lines are known to be there. */
export function anchorAt(
  place: Omit<PinnedAnchor, 'quote' | 'before' | 'after'>,
  lines: readonly string[],
): PinnedAnchor {
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
