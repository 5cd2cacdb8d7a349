import { type RefObject, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ActButton } from '../parts/act-button.tsx'
import { RadioBar } from '../parts/radio-bar.tsx'
import { say } from '../parts/toasts.tsx'
import { inWords } from '../parts/trace-table.tsx'
import { Visible } from '../parts/visible.tsx'
import { axisAt, PolicyForm } from './policy-form.tsx'
import type { TextProblem } from './policy-text.ts'
import type { PolicyDraft } from './use-policy-draft.ts'

const WAYS = [
  { value: 'form', name: 'Form' },
  { value: 'yaml', name: 'YAML' },
] as const

const BROKEN = 'Nothing can be changed here while the YAML can’t be read.'

/** Changes a policy by a form or as YAML, which are two views of one text. It is tried out here and kept in a file of yours. */
export function PolicyEditor({
  draft,
  own,
}: {
  readonly draft: PolicyDraft
  /** The axes that the preset's own file sets. */
  readonly own: readonly string[]
}) {
  const [way, setWay] = useState<'form' | 'yaml'>('form')
  const box = useRef<HTMLTextAreaElement>(null)
  const toText = () => {
    flushSync(() => setWay('yaml'))
    box.current?.focus()
  }
  const copy = () =>
    navigator.clipboard.writeText(draft.text).then(
      () => say('allow', 'The YAML is copied. It belongs below “autonomy” of an agent or a project.'),
      () => say('deny', 'The browser does not let us copy. Mark the text and copy it yourself.'),
    )
  return (
    <div className="policy-editor">
      <div className="section-head">
        <RadioBar label="How the policy is changed" choices={WAYS} chosen={way} onChoose={setWay} />
        <span className="dim small grow">
          {draft.isChanged ? 'With your changes. Nothing is kept here.' : 'As the preset says.'}
        </span>
        <button type="button" className="button" onClick={() => void copy()}>
          Copy as YAML
        </button>
        <ActButton why={draft.isChanged ? null : 'Nothing is changed.'} onClick={draft.reset}>
          Undo all changes
        </ActButton>
      </div>
      <Problems problems={draft.problems} isForm={way === 'form'} />
      {way === 'yaml' ? (
        <YamlBox box={box} text={draft.text} isWrong={draft.problems.length > 0} onChange={draft.write} />
      ) : (
        <FormView draft={draft} own={own} onText={toText} />
      )}
    </div>
  )
}

/** The form, which can't be used as long as there is no document whose values it could change. */
function FormView({
  draft: { said, whole = {}, problems, set, isBroken },
  own,
  onText,
}: {
  readonly draft: PolicyDraft
  readonly own: readonly string[]
  readonly onText: () => void
}) {
  const why = useId()
  return (
    <>
      {isBroken && (
        <p className="notice ask">
          <span id={why}>{BROKEN} The form shows what it said before.</span>
          <button type="button" className="button" onClick={onText}>
            Back to the text
          </button>
        </p>
      )}
      <fieldset
        className="plain"
        aria-label="Values of the policy"
        disabled={isBroken}
        title={isBroken ? BROKEN : undefined}
        aria-describedby={isBroken ? why : undefined}
      >
        <PolicyForm {...{ said, whole, own, problems }} onChange={set} />
      </fieldset>
    </>
  )
}

function YamlBox({
  box,
  text,
  isWrong,
  onChange,
}: {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly isWrong: boolean
  readonly onChange: (text: string) => void
}) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>Policy, as YAML</label>
      <textarea
        ref={box}
        id={id}
        className="input code"
        spellCheck={false}
        value={text}
        aria-invalid={isWrong}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

/** All that is wrong: in the text by line and column, in the form by the axis, which it leads to. */
function Problems({ problems, isForm }: { readonly problems: readonly TextProblem[]; readonly isForm: boolean }) {
  return (
    <div role="status" aria-label="What is wrong with it">
      {problems.map(({ line, column, message, axis }) => (
        <p key={`${line} ${column} ${message}`} className="said wrong">
          {isForm && axis ? (
            <button type="button" className="link" onClick={() => document.getElementById(axisAt(axis))?.focus()}>
              {inWords(axis)}
            </button>
          ) : (
            `Line ${line}, column ${column}`
          )}
          {': '}
          <Visible text={message} />
        </p>
      ))}
    </div>
  )
}
