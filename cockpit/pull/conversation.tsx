import type { PullView } from '../../src/api/pull-views.ts'
import type { Draft, ReviewThread } from '../../src/model/review-thread.ts'
import { Remarks } from '../checkpoint/remarks.tsx'
import { Visible } from '../parts/visible.tsx'
import { DraftBox } from './draft-box.tsx'
import { type ThreadActs, ThreadCard } from './thread-card.tsx'
import type { Drafting } from './use-drafting.ts'

interface Props {
  readonly view: PullView
  /** Threads on the whole, and those whose files are not among the changed ones. */
  readonly threads: readonly ReviewThread[]
  readonly drafts: readonly Draft[]
  readonly drafting: Drafting
  readonly around: ThreadActs
}

/** What is said of the whole, with what the agent did about it. */
export function Conversation({ view: { checkpoint, pull, commits }, threads, drafts, drafting, around }: Props) {
  return (
    <section aria-labelledby="conversation" className="conversation">
      <div className="section-head">
        <h2 id="conversation">Conversation</h2>
        {around.canTalk && (
          <button type="button" className="button" onClick={() => drafting.begin(null)}>
            Comment on the whole
          </button>
        )}
      </div>
      {checkpoint !== null && <Remarks remarks={checkpoint.remarks} agent={pull.agent} isPull />}
      {threads.map((thread) => (
        <ThreadCard key={thread.id} thread={thread} isFar {...around} />
      ))}
      {drafts.map((draft) => (
        <DraftBox key={draft.id} draft={draft} drafting={drafting} isFar />
      ))}
      <details>
        <summary>
          {commits.length} {commits.length === 1 ? 'commit' : 'commits'}
        </summary>
        <Commits commits={commits} />
      </details>
    </section>
  )
}

function Commits({ commits }: Pick<PullView, 'commits'>) {
  return (
    <ul className="commits small">
      {commits.map(({ commit, author, pushed_by, message }) => (
        <li key={commit}>
          <code>{commit.slice(0, 8)}</code> <Visible text={message.split('\n')[0] ?? ''} />{' '}
          <span className="dim">
            <Visible text={pushed_by ?? author} />
            {pushed_by !== null && pushed_by !== author && (
              <>
                {' '}
                (it names <Visible text={author} /> as its author)
              </>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
