import type { DiffView } from '../../src/api/pull-views.ts'
import type { Draft, ReviewThread } from '../../src/model/review-thread.ts'
import type { Block } from './markdown-blocks.ts'

/** One changed file as it is shown. */
export type ShownFile = DiffView['files'][number]
/** A run of changed lines under its hash. */
export type ShownHunk = ShownFile['hunks'][number]
/** One line of a diff. */
export type ShownLine = ShownHunk['lines'][number]
/** What was, or what is. */
export type Side = 'old' | 'new'

/** A line of the diff. Unified, what was and what is are rows of their own; split, they stand side by side. */
export interface LineRow {
  readonly is: 'line'
  readonly key: string
  readonly file: ShownFile
  readonly old: ShownLine | null
  readonly new: ShownLine | null
}

/** A block of a rendered file, with the lines that it was written in. */
export interface BlockRow {
  readonly is: 'block'
  readonly key: string
  readonly file: ShownFile
  readonly block: Block
  readonly did: 'kept' | 'removed' | 'added'
}

/** The side on which the lines of a block are counted. */
export function sideOf({ did }: Pick<BlockRow, 'did'>): Side {
  return did === 'removed' ? 'old' : 'new'
}

/** A conversation where it belongs, or what is left of that place. */
export interface ThreadRow {
  readonly is: 'thread'
  readonly key: string
  readonly file: ShownFile
  readonly thread: ReviewThread
  /** Its lines are not among those that are shown, so it brings them along. */
  readonly isFar: boolean
}

/** One row of the whole review, of which only those in sight are drawn. */
export type Row =
  | { readonly is: 'file'; readonly key: string; readonly file: ShownFile; readonly isFolded: boolean }
  | {
      readonly is: 'note'
      readonly key: string
      readonly file: ShownFile
      readonly text: string
    }
  /** Stands for what the lines of the file do not show. */
  | { readonly is: 'unshown'; readonly key: string; readonly file: ShownFile }
  | {
      readonly is: 'hunk'
      readonly key: string
      readonly file: ShownFile
      readonly hunk: ShownHunk
      /** It was accepted in an earlier round, and is as it was. */
      readonly isSettled: boolean
      readonly isFolded: boolean
    }
  | { readonly is: 'gap'; readonly key: string; readonly file: ShownFile; readonly count: number }
  | LineRow
  | BlockRow
  | ThreadRow
  | { readonly is: 'draft'; readonly key: string; readonly file: ShownFile; readonly draft: Draft }

/** The key of the row of a hunk. */
export function hunkKey({ path }: ShownFile, hunk: ShownHunk): string {
  return `hunk ${path} ${hunk.new.start} ${hunk.old.start}`
}

/** Lines as git counts them: what follows the last line end is no line. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
