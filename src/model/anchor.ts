import * as z from 'zod'
import { LONGEST_LINE } from './kept-line.ts'
import { strict } from './strict.ts'

/** A file of a tree, by its path. */
export const TreePath = z.string().min(1).max(4096)
/** A line of a file, counted from 1. */
export const LineNumber = z.int().positive()
/** A few lines around the place, by which it is found again. */
const Around = z.array(z.string().max(LONGEST_LINE)).max(5).readonly()

/** The lines that a comment was written about, as they were. */
export const Anchor = strict({
  path: TreePath,
  /** `old` is what the lines were before the change. */
  side: z.enum(['old', 'new']),
  /** Lines of the file, or a block of rendered Markdown, which is the lines that it is made of. */
  kind: z.enum(['lines', 'block']).default('lines'),
  first: LineNumber,
  last: LineNumber,
  quote: z.array(z.string().max(LONGEST_LINE)).min(1).max(1000).readonly(),
  before: Around,
  after: Around,
})
  .refine(({ first, last, quote }) => last - first + 1 === quote.length, {
    error: 'The quoted lines are those from first to last.',
  })
  .readonly()
export type Anchor = z.infer<typeof Anchor>
