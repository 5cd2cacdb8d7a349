import type { Draft, ReviewThread } from '../../src/model/review-thread.ts'
import { nextTalk } from './next-talk.ts'
import type { Row } from './row.ts'
import { isUnsettled } from './standing.ts'
import type { LineCursor } from './use-line-cursor.ts'
import type { Looking } from './use-look.ts'

interface Given {
  /** What is said of the whole, or of files that are not among the changed ones. */
  readonly elsewhere: readonly ReviewThread[]
  readonly drafts: readonly Draft[]
  /** All rows, with no file folded. */
  readonly unfolded: () => readonly Row[]
  readonly cursor: LineCursor
  readonly looking: Looking
  /** Goes to a row as soon as it is there. */
  readonly go: (key: string) => void
}

/** Goes to the next thing that is said and not settled; a file that hides it is unfolded. */
export function talkingOf({ elsewhere, drafts, unfolded, cursor, looking, go }: Given): (by: 1 | -1) => void {
  return (by) => {
    const whole = drafts.filter(({ anchor }) => anchor === null).map(({ id }) => `draft ${id}`)
    const said = [...elsewhere.filter(isUnsettled).map(({ id }) => `thread ${id}`), ...whole]
    const next = nextTalk({ said, rows: unfolded() }, { from: cursor.key, by })
    if (next === undefined) return
    if (next.file === undefined) return goAbove(cursor, next.key)
    looking.fold(next.file.path, false)
    go(next.key)
  }
}

/** What stands above the files is always drawn. */
function goAbove(cursor: LineCursor, key: string): void {
  cursor.go(key)
  document.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus()
}
