import { useState } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'

/** What is on the screen, and whether there is something newer. */
export interface PinnedRound {
  /** The pull request with the head and the content that were first shown. */
  readonly view: PullView
  readonly isOutdated: boolean
  /** Shows the newest, also when it is only on its way: what somebody changed themselves needs no announcement. */
  readonly show: () => void
}

/** Keeps the round that somebody reads under their eyes: a newer one is announced, and threads still come in. */
export function usePinnedRound(latest: PullView): PinnedRound {
  const [pinned, setPinned] = useState(latest)
  const [isFollowing, setFollowing] = useState(false)
  const isOver = latest.pull.status !== 'open'
  const isSame = contentOf(pinned) === contentOf(latest)
  if (isFollowing && !isSame) {
    setPinned(latest)
    setFollowing(false)
  }
  const view = isSame || isOver ? latest : withNews(pinned, latest)
  const show = () => (isSame ? setFollowing(true) : setPinned(latest))
  return { view, isOutdated: !isSame && !isOver, show }
}

function contentOf({ pull: { head, base } }: PullView): string {
  return `${head} ${base}`
}

/** Everything that people say is new; what is approved stays what was shown. */
function withNews(pinned: PullView, latest: PullView): PullView {
  return { ...latest, pull: { ...latest.pull, ...pick(pinned.pull) }, checkpoint: pinned.checkpoint }
}

function pick({
  head,
  base,
  tree,
  round,
}: PullView['pull']): Pick<PullView['pull'], 'head' | 'base' | 'tree' | 'round'> {
  return { head, base, tree, round }
}
