import type { Anchor } from '../../model/anchor.ts'
import type { Checkpoint } from '../../model/checkpoint.ts'
import type { Pull } from '../../model/pull.ts'
import type { RemarkAnswer } from '../../model/remark-answer.ts'
import type { Draft, Place, ReviewThread } from '../../model/review-thread.ts'
import type { Reader } from '../reader.ts'

/** A thread in which the agent has called something fixed or declined it. */
interface Complaint {
  readonly texts: readonly string[]
  /** Where it was said; null where it is about the whole. */
  readonly anchor: Anchor | null
  /** Where those lines are by now. */
  readonly place: Place | null
  readonly opened_at: string
  /** How often it will have come back once somebody says it again. */
  readonly times: number
}

/** Words about the whole that the agent has answered so. */
interface Words {
  readonly words: string
  readonly at: string
  /** What they were said of: what several say of one revision is one complaint. */
  readonly of: string
}

/** Everything that people wanted otherwise, and the agent has called fixed or declined. */
export interface Complaints {
  readonly threads: readonly Complaint[]
  readonly remarks: readonly Words[]
}

/** What was said at one checkpoint of a pull request. */
export type Remarked = Pick<Checkpoint, 'id' | 'remarks'>

/** Everything that was said of a pull request before. */
interface SaidBefore {
  readonly pull: Pull
  readonly talked: ReadonlyMap<string, ReviewThread>
  readonly remarked: readonly Remarked[]
}

/** What the agent has called fixed or declined. What it only asked back about is still being talked over. */
export function complaintsIn({ pull, talked, remarked }: SaidBefore): Complaints {
  const threads = [...talked.values()].filter(({ answers }) => answers.some(isDone))
  return {
    threads: threads.map(({ id, returns, messages, anchor, place, opened_at }) => {
      // Whoever spoke up again in the thread, and says the same elsewhere, has come back once and not twice.
      const times = returns + (pull.unanswered.includes(id) ? 0 : 1)
      return { texts: messages.map(({ text }) => text), anchor, place, opened_at, times }
    }),
    remarks: remarked.flatMap(({ id, remarks }) =>
      remarks.flatMap(({ text, answer, revision, at }) =>
        answer !== null && isDone(answer) ? [{ words: folded(text), at, of: `${id}#${revision}` }] : [],
      ),
    ),
  }
}

/** Reads what was said of the whole, also at the checkpoints before: whoever takes an approval back has it asked about anew. */
export async function remarkedOn(read: Reader, { checkpoint, asked_before }: Pull): Promise<readonly Remarked[]> {
  const found: Remarked[] = []
  for (const id of [...asked_before, ...(checkpoint === null ? [] : [checkpoint])]) {
    const asked = await read.brief('checkpoints', id)
    if (asked !== undefined) found.push(asked)
  }
  return found
}

/** How often this has come back by now; 0 for what nobody had said in these words, or not of these lines. */
export function timesBack({ threads, remarks }: Complaints, { anchor, text }: Pick<Draft, 'anchor' | 'text'>): number {
  const words = folded(text)
  const isSaid = ({ texts }: Complaint) => texts.some((said) => folded(said) === words)
  const near = threads.filter((one) => isOfSame(one, anchor) && isSaid(one))
  if (anchor !== null) return Math.max(0, ...near.map(({ times }) => times))
  const saidSince = (at: string) =>
    new Set(remarks.filter((one) => one.words === words && one.at > at).map(({ of }) => of)).size
  // A thread knows what came before it, so only what was said behind it comes on top.
  return Math.max(saidSince(''), ...near.map(({ times, opened_at }) => times + saidSince(opened_at)))
}

/** The same words of other lines are another complaint: there may be a second slip of the same kind. */
function isOfSame({ anchor, place }: Pick<Complaint, 'anchor' | 'place'>, now: Anchor | null): boolean {
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

/** Nobody repeats more than this word for word without meaning the same. */
const COMPARED = 2000

/** The same words may be said in other letters. */
function folded(text: string): string {
  return text.slice(0, COMPARED).trim().replaceAll(/\s+/g, ' ').toLowerCase()
}
