import * as z from 'zod'
import { TreePath } from './anchor.ts'
import { FileVerdict } from './review-thread.ts'
import { strict } from './strict.ts'

const MOST_LETTERS = 20_000

/** Words for a thread that nobody has seen yet. */
export const Reply = strict({ wants: z.enum(['reply', 'reopen']), text: z.string().max(MOST_LETTERS) }).readonly()
export type Reply = z.infer<typeof Reply>

/** What somebody has begun of a review beside its comments, and not submitted yet. */
export const UnsentReview = strict({
  /** What it comes to, in words. */
  text: z.string().max(MOST_LETTERS),
  verdicts: z.array(FileVerdict).readonly(),
  /** What is being written in threads, by their ids. */
  replies: z.record(z.string(), Reply).readonly(),
}).readonly()
export type UnsentReview = z.infer<typeof UnsentReview>

/** A file, or a hunk of it. */
const JudgedPart = strict({ path: TreePath, hunk: z.string().max(200).nullable() }).readonly()

/** What is new of it; what is not named stays as it was kept. */
export const UnsentChange = strict({
  text: z.string().max(MOST_LETTERS).optional(),
  verdicts: z.array(FileVerdict).max(5000).readonly().optional(),
  /** Of which parts they think nothing any more. */
  unjudged: z.array(JudgedPart).max(5000).readonly().optional(),
  /** Null for words that were thrown away. */
  replies: z.record(z.string().max(200), Reply.nullable()).readonly().optional(),
}).readonly()
export type UnsentChange = z.infer<typeof UnsentChange>
