import { acceptedAlong } from '../../src/model/accepts-parts.ts'
import type { FileVerdict } from '../../src/model/review-thread.ts'
import { keepWords } from '../parts/kept-words.ts'
import { say } from '../parts/toasts.tsx'
import { partText } from './part-text.ts'
import type { ReviewProps } from './review-props.ts'
import { aboutPart, withVerdict } from './standing.ts'
import type { UnsentWords } from './use-unsent.ts'

type Given = Pick<ReviewProps, 'view' | 'me' | 'files'> & { readonly unsent: Pick<UnsentWords, 'verdicts' | 'change'> }

/** Takes a verdict down, and says what somebody no longer says with it. */
export function judgeWith({ view, me, files, unsent }: Given): (given: FileVerdict) => void {
  return (given) => {
    const after = withVerdict(unsent.verdicts, given)
    const isOther = ({ path, hunk }: FileVerdict) => path !== given.path || hunk !== given.hunk
    const dropped = unsent.verdicts.filter((old) => isOther(old) && !after.includes(old))
    for (const { path, hunk, reason } of dropped) {
      // Whoever means it after all has said why.
      if (reason !== '') keepWords(localStorage, aboutPart(view.pull.id, path, hunk), { text: reason, at: Date.now() })
    }
    unsent.change(({ verdicts }) => ({ verdicts: withVerdict(verdicts, given) }))
    if (!after.includes(given)) return
    if (given.hunk !== null) {
      if (dropped.length > 0)
        say('allow', 'You reject a part of it, so that you do not accept the whole file any more:', given.path)
      return
    }
    const standing = acceptedAlong(after, view.rejected, me?.id).filter(({ path }) => path === given.path)
    const back = [...new Set([...standing, ...dropped].map((part) => partText(part, files)))]
    if (back.length > 0)
      say('allow', `With the whole file you accept what you rejected, ${back.join(', ')}:`, given.path)
  }
}
