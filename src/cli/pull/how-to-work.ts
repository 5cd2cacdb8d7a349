import type { ListedPull } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { shellWord } from '../../model/shell-word.ts'
import type { Page } from '../text/page.ts'
import { wrap } from '../text/wrap.ts'

type Reviewed = Pick<ListedPull, 'branch' | 'title' | 'round'>

/** The clone stands on `main`; what is under review is on a branch of its phase. Commands stand alone, to be copied. */
export function howToWork(pulls: readonly Reviewed[], folder: string, page: Page): string {
  if (pulls.length === 0)
    return wrap('No phase is under review: main has what was merged so far.', page.width).join('\n')
  const lines = pulls.flatMap(({ branch, title, round }) => {
    const name = harmless(title) || 'A phase'
    return [
      ...wrap(`${name} is under review in round ${round}, on the branch ${page.paint('bold', branch)}:`, page.width),
      `  cd ${shellWord(folder)} && git switch ${branch}`,
      `  git push origin ${branch}`,
    ]
  })
  const then = 'A push is the next round: it joins the review, and voids approvals of what was there before.'
  return [...lines, ...wrap(then, page.width)].join('\n')
}
