import type { ListedPull } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { shellWord } from '../../model/shell-word.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'

type Reviewed = Pick<ListedPull, 'branch' | 'title' | 'round'> & {
  /** The server could not give it. */
  readonly isLeftOut?: boolean
}

/** The clone stands on `main`; what is under review is on a branch of its phase. Commands stand alone, to be copied. */
export function howToWork(pulls: readonly Reviewed[], folder: string, page: Page): string {
  if (pulls.length === 0)
    return wrap('No phase is under review: main has what was merged so far.', page.width).join('\n')
  const lines = pulls.flatMap(({ branch, title, round, isLeftOut = false }) => {
    const name = harmless(title) || 'A phase'
    if (isLeftOut) {
      const why = `${name} is under review in round ${round}, and its branch ${page.paint('bold', branch)} is not in the clone: it is damaged on the server, or gone. Main and the other branches are here. Whoever looks after the server finds what is wrong with "leeway doctor"; then git fetch.`
      return wrap(why, page.width)
    }
    return [
      ...wrap(`${name} is under review in round ${round}, on the branch ${page.paint('bold', branch)}:`, page.width),
      `  cd ${shellWord(folder)} && git switch ${branch}`,
      `  git push origin ${branch}`,
    ]
  })
  const then = 'A push is the next round: it joins the review, and voids approvals of what was there before.'
  const isSome = pulls.some(({ isLeftOut = false }) => !isLeftOut)
  return [...lines, ...(isSome ? wrap(then, page.width) : [])].join('\n')
}
