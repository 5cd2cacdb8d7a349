import type { PullView } from '../../src/api/pull-views.ts'
import { Prose } from '../parts/visible.tsx'
import { ThreadCard } from './thread-card.tsx'
import { usePullActs } from './use-pull-acts.ts'

interface Props {
  readonly view: PullView
  readonly unread: NonNullable<PullView['unread']>
}

const NONE: ReadonlySet<string> = new Set()

/** What was said of work whose files nobody can read at this moment. */
export function UnreadPull({ view, unread }: Props) {
  const acts = usePullActs(view)
  const around = { agent: view.pull.agent, acts, canTalk: false, applying: NONE, onApply: null }
  return (
    <section aria-labelledby="conversation" className="conversation">
      <p className="notice deny" role="status">
        <span>
          The files can’t be read: <Prose text={unread.reason} /> What was said of them is below.
        </span>
      </p>
      <h2 id="conversation">Conversation</h2>
      {view.threads.length === 0 && <p className="dim">Nothing was said yet.</p>}
      {view.threads.map((thread) => (
        <ThreadCard key={thread.id} thread={thread} isFar {...around} replies={{}} onReply={() => undefined} />
      ))}
    </section>
  )
}
