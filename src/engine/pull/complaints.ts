import type { Checkpoint, RemarkAnswer } from '../../model/checkpoint.ts'
import type { Pull } from '../../model/pull.ts'
import type { ReviewThread } from '../../model/review-thread.ts'

/** How often a complaint will have come back once somebody says it again, by where it was said and in which words. */
export type Complaints = ReadonlyMap<string, number>

/** Everything that was said of a pull request before. */
interface SaidBefore {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly checkpoint: Pick<Checkpoint, 'remarks'> | undefined
}

/** What the agent has called fixed or declined. What it only asked back about is still being talked over. */
export function complaintsIn({ pull, talked, checkpoint }: SaidBefore): Complaints {
  const complaints = new Map<string, number>()
  const note = (at: string, times: number) => complaints.set(at, Math.max(complaints.get(at) ?? 0, times))
  for (const thread of talked.values()) {
    if (!thread.answers.some(isDone)) continue
    // Whoever spoke up again in the thread, and says the same elsewhere, has come back once and not twice.
    const times = thread.returns + (pull.unanswered.includes(thread.id) ? 0 : 1)
    const paths = new Set([thread.anchor?.path, thread.place?.path ?? thread.anchor?.path])
    for (const path of paths) for (const { text } of thread.messages) note(placed(path, text), times)
  }
  for (const [words, revisions] of remarked(checkpoint)) note(words, revisions.size)
  return complaints
}

/** How often this has come back by now; 0 for what nobody had said in these words, or not of this file. */
export function timesBack(complaints: Complaints, said: { readonly path?: string | undefined; readonly text: string }) {
  return complaints.get(placed(said.path, said.text)) ?? 0
}

/** Whether a thread comes back with what a person says in it next: the first word after the agent called it fixed or declined. */
export function comesBack({ unanswered }: Pull, { id, answers, messages }: ReviewThread): boolean {
  const last = answers.at(-1)
  if (last === undefined || !isDone(last) || unanswered.includes(id)) return false
  // Somebody may have said so already, and resolved it without waiting for an answer.
  return !messages.some(({ at }) => at > last.at)
}

function isDone({ did }: Pick<RemarkAnswer, 'did'>): boolean {
  return did !== 'question'
}

/** In which revisions the same was said of the whole: what several say of one of them is one complaint. */
function remarked(checkpoint: SaidBefore['checkpoint']): ReadonlyMap<string, ReadonlySet<number>> {
  const revisions = new Map<string, Set<number>>()
  for (const { text, answer, revision } of checkpoint?.remarks ?? []) {
    if (answer === null || !isDone(answer)) continue
    const words = placed(undefined, text)
    revisions.set(words, (revisions.get(words) ?? new Set()).add(revision))
  }
  return revisions
}

/** The same words may be said in other letters, and of another file they are another complaint. */
function placed(path: string | undefined, text: string): string {
  return `${path ?? ''}\n${text.trim().replaceAll(/\s+/g, ' ').toLowerCase()}`
}
