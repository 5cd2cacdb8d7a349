import type { ReactNode } from 'react'
import type { Applied, ReviewThread } from '../../src/model/review-thread.ts'
import type { Reply } from '../../src/model/unsent-review.ts'
import { Ago } from '../parts/time.tsx'
import { Prose, Visible } from '../parts/visible.tsx'
import { placeText } from './draft-box.tsx'
import type { Unsent } from './parts-of-unsent.ts'
import { backTo, SayBox } from './say-box.tsx'
import { SuggestedLines } from './suggested-lines.tsx'
import type { PullActs } from './use-pull-acts.ts'

/** What a thread needs of its surroundings. */
export interface ThreadActs {
  readonly agent: string
  readonly acts: PullActs
  /** Whether somebody may say something here. */
  readonly canTalk: boolean
  /** Suggestions that were picked for the next commit. */
  readonly applying: ReadonlySet<string>
  readonly onApply: ((thread: string, isPicked: boolean) => void) | null
  /** What is being written in threads. A card that scrolls out of sight is gone, and its words are not. */
  readonly replies: Unsent['replies']
  readonly onReply: (thread: string, reply: Reply | null) => void
}

const TONES: Readonly<Record<ReviewThread['state'], string>> = {
  open: 'ask',
  addressed: '',
  outdated: '',
  resolved: 'allow',
}

/** A conversation: what was said, what the agent did about it, and the way to settle it. */
export function ThreadCard({
  thread,
  isFar,
  ...around
}: ThreadActs & { readonly thread: ReviewThread; readonly isFar: boolean }) {
  const { id, kind, state, anchor, suggestion, place } = thread
  const isOutdated = anchor !== null && place === null
  return (
    <article
      className="thread"
      data-state={state}
      data-row={`thread ${id}`}
      tabIndex={-1}
      aria-label={`Thread ${placeText(thread)}`}
    >
      <header className="thread-head">
        <span className={kind === 'blocking' ? 'chip deny' : 'chip'}>{kind}</span>
        <span className={`chip ${TONES[state]}`}>{state}</span>
        <span className="dim small">
          round {thread.round}, {placeText(thread)}
        </span>
      </header>
      {anchor !== null && isFar && <Quote anchor={anchor} isGone={isOutdated} />}
      {isOutdated && !isFar && <p className="dim small">The newest round no longer has these lines.</p>}
      <Talk thread={thread} agent={around.agent} />
      {suggestion !== null && <SuggestedLines quote={anchor?.quote ?? []} suggestion={suggestion} />}
      {thread.applied !== null && <AppliedNote applied={thread.applied} />}
      {around.canTalk && <Foot thread={thread} {...around} />}
    </article>
  )
}

function AppliedNote({ applied: { by, commit, round, at } }: { readonly applied: Applied }) {
  return (
    <p className="small">
      <span className="chip allow">applied</span> by <Visible text={by.id} /> in commit{' '}
      <code>{commit.slice(0, 8)}</code>, round {round}, <Ago at={at} word=" ago" />
    </p>
  )
}

function Quote({ anchor, isGone }: { readonly anchor: NonNullable<ReviewThread['anchor']>; readonly isGone: boolean }) {
  return (
    <figure className="thread-quote">
      <figcaption className="dim small">
        {isGone
          ? 'The lines that it was about are gone. They were, in '
          : 'About these lines, which are not shown here, of '}
        <Visible text={anchor.path} />:
      </figcaption>
      <pre>
        <Visible text={anchor.quote.join('\n')} />
      </pre>
    </figure>
  )
}

const DID = { fixed: 'says that it is fixed', declined: 'declines', question: 'asks back' } as const

/** Words of people and answers of the agent, in the order in which they came. */
function Talk({ thread, agent }: { readonly thread: ReviewThread; readonly agent: string }) {
  const said = thread.messages.map(({ at, by, text }, index) => ({
    at,
    shown: (
      <li key={`message ${index}`}>
        <p className="small dim">
          <strong>{by.id}</strong>, <Ago at={at} word=" ago" />
        </p>
        <p className="words">
          <Prose text={text} />
        </p>
      </li>
    ),
  }))
  const answered = thread.answers.map(({ at, did, text, commit, round }, index) => ({
    at,
    shown: (
      <li key={`answer ${index}`}>
        <figure className="agent-says">
          <figcaption>
            The agent <Visible text={agent} /> {DID[did]} · round {round}
            {commit !== null && (
              <>
                , commit <code>{commit.slice(0, 8)}</code>
              </>
            )}{' '}
            · not checked
          </figcaption>
          <blockquote>
            <Prose text={text} />
          </blockquote>
        </figure>
      </li>
    ),
  }))
  const all: readonly { readonly at: string; readonly shown: ReactNode }[] = [...said, ...answered]
  return <ol className="thread-talk">{all.toSorted((a, b) => (a.at < b.at ? -1 : 1)).map(({ shown }) => shown)}</ol>
}

function Foot({ thread, acts, applying, onApply, replies, onReply }: ThreadActs & { readonly thread: ReviewThread }) {
  const { id, state, suggestion, applied, place } = thread
  const setWants = (wants: Reply['wants']) => onReply(id, { wants, text: '' })
  const canReopen = state === 'resolved' || state === 'addressed'
  const reply = replies[id]
  if (reply !== undefined) {
    return (
      <SayBox
        label={reply.wants === 'reply' ? 'Reply' : 'What is still wrong?'}
        text={reply.text}
        isBusy={acts.isBusy}
        onText={(text) => onReply(id, { ...reply, text })}
        onCancel={() => onReply(id, null)}
        onSay={() => acts.talk({ thread: id, do: reply.wants, text: reply.text.trim() })}
      />
    )
  }
  return (
    <div className="thread-foot">
      <button type="button" className="button" onClick={() => setWants('reply')}>
        Reply
      </button>
      {state !== 'resolved' && (
        <button
          type="button"
          className="button"
          disabled={acts.isBusy}
          onClick={(event) => {
            const back = backTo(event.currentTarget)
            void acts.talk({ thread: id, do: 'resolve' }).then(back)
          }}
        >
          Resolve
        </button>
      )}
      {canReopen && (
        <button type="button" className="button" onClick={() => setWants('reopen')}>
          Reopen…
        </button>
      )}
      {onApply !== null && suggestion !== null && applied === null && place !== null && state !== 'resolved' && (
        <label className="check">
          <input type="checkbox" checked={applying.has(id)} onChange={(event) => onApply(id, event.target.checked)} />
          <span>Apply the suggestion</span>
        </label>
      )}
    </div>
  )
}
