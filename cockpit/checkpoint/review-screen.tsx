import { useState } from 'react'
import type { CheckpointView } from '../../src/api/views.ts'
import type { Halted as Halt } from '../../src/model/halts.ts'
import { useHaltOver } from '../data/use-kill-switch.ts'
import { useMe } from '../data/use-me.ts'
import { AgentSays } from '../parts/agent-says.tsx'
import { HaltNotice } from '../parts/halt-notice.tsx'
import { writtenOut } from '../parts/hidden-characters.ts'
import { useBackAgain } from '../parts/toasts.tsx'
import { AnswerPanel } from './answer-panel.tsx'
import { inLines } from './edit-args.tsx'
import { ExactContent } from './exact-content.tsx'
import { History } from './history.tsx'
import { NewerRevision } from './newer-revision.tsx'
import { NextUp } from './next-up.tsx'
import { NotSent } from './not-sent.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { Remarks } from './remarks.tsx'
import { ReviewHead } from './review-head.tsx'
import { TermsList } from './terms-list.tsx'
import { useAnswering } from './use-answering.ts'
import { type Draft, useDraft } from './use-draft.ts'
import { useOver } from './use-over.ts'
import { WhyPaused } from './why-paused.tsx'

const NEWER = 'A newer revision is there. Look at it before you answer.'

/** A checkpoint with its answers. What is on the screen never changes under somebody's eyes: a newer revision waits to be shown. */
export function ReviewScreen({ latest }: { readonly latest: CheckpointView }) {
  const me = useMe()
  const { view, isOutdated, show } = usePinned(latest)
  const { checkpoint } = view
  const { draft: kept, change, clear } = useDraft(checkpoint.id, checkpoint.revision)
  const answering = useAnswering(view, (answer) => {
    clear()
    // What somebody changed themselves needs no announcement.
    if (answer === 'edit') show()
  })
  const halt = useHaltOver(view.line)
  const notice = useOver(latest.checkpoint, me)
  const isOpen = latest.checkpoint.status === 'pending'
  const draft = fitted(kept, checkpoint)
  return (
    <div className="review">
      <div className="review-main">
        <ReviewHead view={view} isOutdated={isOutdated} notice={notice} />
        {!isOpen && <NotSent draft={kept} />}
        {isOutdated && <NewerRevision from={checkpoint.revision} to={latest.checkpoint.revision} onShow={show} />}
        {answering.error !== null && !isOpen && <p className="notice deny">{answering.error}</p>}
        {halt && <Halted halt={halt} checkpoint={latest.checkpoint} />}
        <WhyPaused decision={checkpoint.decision} advice={view.advice} />
        <AgentSays agent={checkpoint.agent} text={checkpoint.title} />
        <ExactContent
          checkpoint={checkpoint}
          edited={draft.answer === 'edit' && isOpen ? draft.args : undefined}
          onEdit={(args) => change({ args })}
        />
        <Remarks remarks={latest.checkpoint.remarks} agent={checkpoint.agent} />
        <History checkpoint={checkpoint.id} />
      </div>
      <aside className="review-side" aria-label="Answer">
        {isOpen && (
          <AnswerPanel
            view={view}
            me={me}
            draft={draft}
            onDraft={change}
            answering={answering}
            against={isOutdated ? NEWER : null}
          />
        )}
        <NextUp after={checkpoint.id} />
        <TermsList view={view} />
      </aside>
      {isOpen && <PhoneBar answers={checkpoint.terms.answers} onChoose={(answer) => change({ answer })} />}
    </div>
  )
}

/** What a halt means for a checkpoint that may still come to something. */
function Halted({
  halt,
  checkpoint: { status, spent_at },
}: Pick<CheckpointView, 'checkpoint'> & { readonly halt: Halt }) {
  const isOpen = status === 'pending'
  if (!isOpen && (status !== 'approved' || spent_at !== null)) return null
  return (
    <HaltNotice halt={halt}>
      {isOpen ? 'What you approve is kept, and nothing' : 'Nothing'} runs until an administrator lets it go on.
    </HaltNotice>
  )
}

/** A draft of an answer that this checkpoint takes, with the arguments that an edit begins with. */
function fitted(draft: Draft, { terms, content }: CheckpointView['checkpoint']): Draft {
  const answer = terms.answers.includes(draft.answer) ? draft.answer : (terms.answers[0] ?? 'comment')
  return { ...draft, answer, args: draft.args ?? writtenOut(inLines(content.args ?? {})) }
}

/** Keeps showing the content that was first shown, until somebody asks for the newer one. What is over is shown as it ended. */
function usePinned(latest: CheckpointView) {
  const [pinned, setPinned] = useState(latest)
  const [isFollowing, setFollowing] = useState(false)
  const isSame = pinned.checkpoint.content_hash === latest.checkpoint.content_hash
  const isOver = latest.checkpoint.status !== 'pending'
  useBackAgain(!isSame)
  if ((isSame || isOver || isFollowing) && pinned !== latest) {
    setPinned(latest)
    if (!isSame) setFollowing(false)
  }
  return {
    view: isSame ? latest : pinned,
    isOutdated: !isSame && !isOver,
    /** Shows the newest, also when it is only on its way. */
    show: () => (isSame ? setFollowing(true) : setPinned(latest)),
  }
}
