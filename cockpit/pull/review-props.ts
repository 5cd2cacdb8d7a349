import type { PullView } from '../../src/api/pull-views.ts'
import type { Me } from '../data/use-me.ts'
import type { Compared } from '../data/use-pull.ts'
import type { LineLink } from './line-link.ts'
import type { ShownFile } from './row.ts'
import type { Ticked } from './use-ticked.ts'

/** What a review is made of. */
export interface ReviewProps {
  readonly view: PullView
  /** The newest round, whichever is shown. */
  readonly newest: number
  readonly files: readonly ShownFile[]
  readonly compared: Compared
  /** What changed since this reviewer's last review, by path; null where nothing of that review is kept out of the way. */
  readonly sinceMine: ReadonlyMap<string, ShownFile> | null
  readonly me: Me | undefined
  readonly canWrite: boolean
  readonly isSplit: boolean
  /** Whether Markdown is shown as it reads. */
  readonly isRendered: boolean
  readonly isOutdated: boolean
  readonly ticked: Ticked
  /** Shows the newest round in place of the one that is read. */
  readonly onNewest: () => void
  /** Somebody has put a commit of their own on the branch. */
  readonly onCommitted: () => void
  readonly onView: (view: 'split' | 'rendered' | undefined) => void
  /** Shows all that the round changes, and not only what came since another. */
  readonly onWhole: () => void
  /** The file that the address leads to. */
  readonly file: string | undefined
  /** The lines that it leads to. */
  readonly link: LineLink | undefined
  readonly onLines: (lines: LineLink) => void
}
