import type { PullView } from '../../compose.ts'
import type { DrawnThread } from './draw-thread.ts'

/** What this person wrote and did not submit, as the threads that it would be. */
export function draftThreads({ pull, drafts }: Pick<PullView, 'pull' | 'drafts'>): readonly DrawnThread[] {
  return drafts.map(({ id, kind, text, anchor, suggestion, round = pull.round }) => {
    // Where the lines of an earlier round are by now is known only when it is submitted.
    const place = anchor === null || round !== pull.round ? null : anchor
    const messages = [{ by: { kind: 'person', id: 'you' } as const, at: '', text }]
    return { id, kind, state: 'draft', anchor, place, round, suggestion, applied: null, messages, answers: [] }
  })
}
