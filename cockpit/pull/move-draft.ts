import type { Draft } from '../../src/model/review-thread.ts'
import { reanchor } from '../../src/review/reanchor.ts'

/** The text of the file that a draft is about, in the round that it was written of and in the one that is shown. */
interface Texts {
  readonly old: string
  /** Null where the file is gone. */
  readonly now: string | null
}

/** The same draft on the same lines of a later round; null where nobody can tell which those are. */
export function moveDraft(draft: Draft, round: number, { old, now }: Texts): Draft | null {
  if (draft.anchor === null) return { ...draft, round }
  const found = reanchor({ ...draft.anchor, commit: '' }, { commit: '', oldText: old, newText: now })
  if (found.state === 'outdated') return null
  const { commit: _commit, ...anchor } = found.anchor
  return { ...draft, anchor, round }
}
