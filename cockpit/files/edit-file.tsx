import { lazy, Suspense, useDeferredValue, useId } from 'react'
import type { PullView } from '../../src/api/pull-views.ts'
import { useMe } from '../data/use-me.ts'
import { ActButton } from '../parts/act-button.tsx'
import { DiffLines } from '../parts/diff-lines.tsx'
import { afterJoining } from '../pull/after-joining.ts'
import { type Editing, useEditing } from './use-editing.ts'

// Most people who review never edit, so the editor is loaded for those who do.
const CodeEditor = lazy(async () => ({ default: (await import('../code/code-editor.tsx')).CodeEditor }))

/** Edits a file: as a commit of one's own on the branch, or as a suggestion that the agent may take. */
export function EditFile({
  view,
  path,
  round,
  before,
  onDone,
}: {
  readonly view: PullView
  readonly path: string
  readonly round: number
  readonly before: string
  readonly onDone: () => void
}) {
  const editing = useEditing(view, { path, round, before }, onDone)
  const isOld = round !== view.pull.round
  // A letter is in the editor before the lines are compared anew.
  const shown = useDeferredValue(editing.text)
  return (
    <div className="edit">
      {isOld && (
        <p className="notice ask">
          Round {view.pull.round} arrived while you were editing. What you typed is kept: commit it if this file is the
          same there, save it as a suggestion, or copy it into the newest round.
        </p>
      )}
      <Suspense fallback={<p className="dim">Opening the editor…</p>}>
        <CodeEditor label="Text of the file" path={path} text={editing.text} onText={editing.setText} />
      </Suspense>
      {editing.text === before ? (
        <p className="small dim">Nothing is changed yet.</p>
      ) : (
        <DiffLines title="What changes" before={before} after={shown} isFile />
      )}
      <Ways editing={editing} isSame={editing.text === before} view={view} />
    </div>
  )
}

const SAME = 'Nothing is changed yet.'

function Ways({
  editing,
  isSame,
  view,
}: {
  readonly editing: Editing
  readonly isSame: boolean
  readonly view: PullView
}) {
  const id = useId()
  const { head } = view.pull
  const then = afterJoining(view, useMe())
  const { message, isBusy, setMessage, commit, suggest, discard } = editing
  return (
    <div className="edit-foot">
      <div className="field">
        <label htmlFor={id}>Why, in a line (may be empty)</label>
        <input id={id} className="input" value={message} onChange={(event) => setMessage(event.target.value)} />
      </div>
      <p className="said">
        A commit is the next round, on top of <code>{head.slice(0, 10)}</code>, and voids votes. {then}
      </p>
      <div className="edit-bar">
        <ActButton tone="primary" why={isSame ? SAME : isBusy ? 'One moment…' : null} onClick={commit}>
          Commit to the branch
        </ActButton>
        <ActButton why={isSame ? SAME : null} onClick={suggest}>
          Save as a suggestion
        </ActButton>
        <button type="button" className="button quiet" onClick={discard}>
          Discard
        </button>
      </div>
    </div>
  )
}
