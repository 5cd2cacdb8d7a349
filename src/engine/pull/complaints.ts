import type { Checkpoint, RemarkAnswer } from '../../model/checkpoint.ts'
import type { Pull } from '../../model/pull.ts'
import type { Anchor, Draft, Place, ReviewThread } from '../../model/review-thread.ts'

/** Something that the agent has called fixed or declined, and how often it will have come back once somebody says it again. */
interface Complaint {
  readonly texts: readonly string[]
  /** Where it was said; null where it is about the whole. */
  readonly anchor: Anchor | null
  /** Where those lines are by now. */
  readonly place: Place | null
  readonly times: number
}
export type Complaints = readonly Complaint[]

/** Everything that was said of a pull request before. */
interface SaidBefore {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly checkpoint: Pick<Checkpoint, 'remarks'> | undefined
}

/** What the agent has called fixed or declined. What it only asked back about is still being talked over. */
export function complaintsIn({ pull, talked, checkpoint }: SaidBefore): Complaints {
  const threads = [...talked.values()].filter(({ answers }) => answers.some(isDone))
  return [
    ...threads.map(({ id, returns, messages, anchor, place }) => {
      // Whoever spoke up again in the thread, and says the same elsewhere, has come back once and not twice.
      const times = returns + (pull.unanswered.includes(id) ? 0 : 1)
      return { texts: messages.map(({ text }) => text), anchor, place, times }
    }),
    ...[...remarked(checkpoint)].map(([words, revisions]) => ({
      ...{ texts: [words], anchor: null, place: null, times: revisions.size },
    })),
  ]
}

/** How often this has come back by now; 0 for what nobody had said in these words, or not of these lines. */
export function timesBack(complaints: Complaints, { anchor, text }: Pick<Draft, 'anchor' | 'text'>): number {
  const near = complaints.filter((one) => isOfSame(one, anchor))
  if (near.length === 0) return 0
  const words = folded(text)
  const times = near.filter(({ texts }) => texts.some((said) => folded(said) === words)).map((one) => one.times)
  return Math.max(0, ...times)
}

/** The same words of other lines are another complaint: there may be a second slip of the same kind. */
function isOfSame({ anchor, place }: Complaint, now: Anchor | null): boolean {
  if (anchor === null || now === null) return anchor === now
  const meets = (there: Place) => there.path === now.path && there.first <= now.last && now.first <= there.last
  return meets(anchor) || (place !== null && meets(place)) || (anchor.path === now.path && isSameText(anchor, now))
}

function isSameText({ quote }: Anchor, now: Anchor): boolean {
  return quote.length === now.quote.length && quote.every((line, at) => line === now.quote[at])
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
    const words = folded(text)
    revisions.set(words, (revisions.get(words) ?? new Set()).add(revision))
  }
  return revisions
}

/** Nobody repeats more than this word for word without meaning the same. */
const COMPARED = 2000

/** The same words may be said in other letters. */
function folded(text: string): string {
  return text.slice(0, COMPARED).trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
