import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { suggesting } from '../../src/review/suggesting.ts'
import { focusLater } from '../parts/focus-later.ts'
import { RadioBar } from '../parts/radio-bar.tsx'
import { Prose, Visible } from '../parts/visible.tsx'
import { OtherEnd } from './other-end.tsx'
import { SuggestedLines } from './suggested-lines.tsx'
import { type Draft, THREAD_KINDS } from './thread-kinds.ts'
import { changesNothing } from './unsent.ts'
import type { Drafting } from './use-drafting.ts'
import { useInSight } from './use-in-sight.ts'

/** A comment that only its author sees: the box in which it is written, or what stands in it. */
export function DraftBox(props: Props) {
  return props.drafting.open.has(props.draft.id) ? <OpenBox {...props} /> : <ClosedBox {...props} />
}

interface Props {
  readonly draft: Draft
  readonly drafting: Drafting
  /** It stands elsewhere than at its lines. */
  readonly isFar?: boolean
}

/** Where a comment belongs, in words. */
export function placeText({ anchor }: Pick<Draft, 'anchor'>): string {
  if (anchor === null) return 'on the whole'
  const { first, last, side } = anchor
  const lines = first === last ? `line ${first}` : `lines ${first} to ${last}`
  return side === 'old' ? `on old ${lines}` : `on ${lines}`
}

function ClosedBox({ draft, drafting, isFar = false }: Props) {
  const { id, kind, text, suggestion, anchor } = draft
  return (
    <article className="thread draft" aria-label={`Draft ${placeText(draft)}`} tabIndex={-1} data-row={`draft ${id}`}>
      <header className="thread-head">
        <span className="chip ask">draft</span>
        <span className="chip">{kind}</span>
        <span className="dim small">{placeText(draft)} · only you see it</span>
      </header>
      <WrittenOf draft={draft} drafting={drafting} isFar={isFar} />
      {text !== '' && (
        <p className="words">
          <Prose text={text} />
        </p>
      )}
      {suggestion !== null && <SuggestedLines quote={anchor?.quote ?? []} suggestion={suggestion} />}
      <div className="thread-foot">
        <button type="button" className="button" onClick={() => drafting.edit(id)}>
          Edit
        </button>
        <button type="button" className="button quiet" onClick={() => drafting.drop(draft)}>
          Discard
        </button>
      </div>
    </article>
  )
}

/** What a draft of another round, or of a file that is not shown, is about: its lines are not among those that are shown. */
function WrittenOf({ draft: { anchor, round }, drafting, isFar }: Required<Props>) {
  const isOfRound = round === undefined || round === drafting.round
  if (anchor === null || (isOfRound && !isFar)) return null
  return (
    <figure className="thread-quote">
      <figcaption className="dim small">
        {isOfRound ? 'About these lines, which are not shown here, of ' : `Written of round ${round}, in `}
        <Visible text={anchor.path} />
        {isOfRound ? ':' : ', about these lines:'}
      </figcaption>
      <pre>
        <Visible text={anchor.quote.join('\n')} />
      </pre>
    </figure>
  )
}

function OpenBox({ draft, drafting, isFar = false }: Props) {
  const box = useRef<HTMLElement>(null)
  useInSight(box)
  useBackFromLines(box, drafting.reaching === draft.id)
  const { id, kind, text, suggestion, anchor, round } = draft
  const [isOfLines] = useState(kind === 'suggestion' && suggestion !== null)
  const change = (to: Partial<Draft>) => drafting.change(id, to)
  const leave = () => {
    drafting.close(id)
    const focus = focusLater()
    requestAnimationFrame(() => focus(placeAfter(id), { preventScroll: true }))
  }
  const discard = () => {
    drafting.drop(draft)
    const focus = focusLater()
    requestAnimationFrame(() => focus(placeAfter(id), { preventScroll: true }))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const isDone = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isDone && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    leave()
  }
  return (
    <article className="thread draft" aria-label={`Comment ${placeText(draft)}`} onKeyDown={onKeyDown} ref={box}>
      <header className="thread-head">
        <RadioBar
          label="Kind of comment"
          choices={THREAD_KINDS.map((value) => ({ value, name: value }))}
          chosen={kind}
          onChoose={(chosen) => change({ kind: chosen, ...(!isOfEarlier(draft, drafting) && linesFor(draft, chosen)) })}
        />
        <span className="dim small">{placeText(draft)}</span>
        {anchor !== null && round === drafting.round && <OtherEnd id={id} of={anchor.kind} drafting={drafting} />}
      </header>
      <WrittenOf draft={draft} drafting={drafting} isFar={isFar} />
      <Words text={text} isFirst={!isOfLines} onChange={(to) => change({ text: to })} />
      {anchor?.side === 'new' && (suggestion !== null || !isOfEarlier(draft, drafting)) && (
        <Suggestion
          quote={anchor.quote}
          suggestion={suggestion}
          isFirst={isOfLines}
          onChange={(to) => change({ suggestion: to })}
        />
      )}
      <BoxFoot canSend={drafting.canSend} onKeep={leave} onDiscard={discard} />
    </article>
  )
}

/** Lines that only an earlier round had: nothing can stand in their place. */
function isOfEarlier({ round }: Draft, drafting: Pick<Drafting, 'round'>): boolean {
  return round !== undefined && round < drafting.round
}

/** Whoever chose the other end goes on writing where they were: on the number of a line the next letter would be a key. */
function useBackFromLines(box: RefObject<HTMLElement | null>, isReaching: boolean): void {
  const field = useRef<HTMLTextAreaElement | null>(null)
  const wasReaching = useRef(isReaching)
  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLTextAreaElement) field.current = target
    }
    const element = box.current
    element?.addEventListener('focusin', note)
    return () => element?.removeEventListener('focusin', note)
  }, [box])
  useLayoutEffect(() => {
    const isChosen = wasReaching.current && !isReaching
    wasReaching.current = isReaching
    // Whoever thought better of it is still in the box.
    if (!isChosen || box.current?.contains(document.activeElement)) return
    const area = field.current?.isConnected === true ? field.current : box.current?.querySelector('textarea')
    area?.focus()
    area?.setSelectionRange(area.value.length, area.value.length)
  }, [box, isReaching])
}

/** Whoever calls it a suggestion suggests other lines, and whoever has not changed any does not any more. */
function linesFor(draft: Draft, kind: Draft['kind']): Partial<Draft> {
  const { anchor, suggestion } = draft
  if (kind === 'suggestion') {
    return suggestion === null && anchor?.side === 'new' ? { suggestion: suggesting(anchor.quote) } : {}
  }
  return changesNothing(draft) ? { suggestion: null } : {}
}

function Words({
  text,
  isFirst,
  onChange,
}: {
  readonly text: string
  readonly isFirst: boolean
  readonly onChange: (text: string) => void
}) {
  const field = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  // What somebody has written already is gone on with.
  useLayoutEffect(() => area.current?.setSelectionRange(area.current.value.length, area.current.value.length), [])
  return (
    <div className="field">
      <label htmlFor={field}>Comment</label>
      <textarea
        id={field}
        ref={area}
        className="input"
        // It was opened to be written in.
        autoFocus={isFirst}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

interface FootProps {
  readonly canSend: boolean
  readonly onKeep: () => void
  readonly onDiscard: () => void
}

function BoxFoot({ canSend, onKeep, onDiscard }: FootProps) {
  return (
    <div className="thread-foot">
      <button type="button" className="button primary" onClick={onKeep}>
        Keep as draft <kbd aria-hidden>Ctrl Enter</kbd>
      </button>
      <button type="button" className="button quiet" onClick={onDiscard}>
        Discard
      </button>
      <span className="said">
        {canSend
          ? 'Kept as you type. Sent when you submit the review.'
          : 'Kept as you type. Nobody can submit a review here any more, so nothing of it is sent.'}
      </span>
    </div>
  )
}

/** The keyboard stays where the comment is; where nothing was written, at its line. */
function placeAfter(id: string): HTMLElement | null {
  const draft = document.querySelector<HTMLElement>(`[data-row="draft ${CSS.escape(id)}"]`)
  const line = document.querySelector<HTMLElement>('[data-line][tabindex="0"]')
  return draft ?? line
}

interface SuggestionProps {
  readonly quote: readonly string[]
  readonly suggestion: string | null
  /** Whether the box was opened for the lines, and not for words about them. */
  readonly isFirst: boolean
  readonly onChange: (suggestion: string | null) => void
}

function Suggestion({ quote, suggestion, isFirst, onChange }: SuggestionProps) {
  return (
    <>
      <label className="check">
        <input
          type="checkbox"
          checked={suggestion !== null}
          onChange={(event) => onChange(event.target.checked ? suggesting(quote) : null)}
        />
        <span>Suggest other lines</span>
      </label>
      {suggestion !== null && (
        <OtherLines quote={quote} suggestion={suggestion} isFirst={isFirst} onChange={onChange} />
      )}
    </>
  )
}

/** The lines that should stand there. Those that do are selected: what is typed takes their place, and an arrow begins to change them. */
function OtherLines({ quote, suggestion, isFirst, onChange }: SuggestionProps & { readonly suggestion: string }) {
  const field = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const isUntouched = suggestion === suggesting(quote)
  const [isSelected] = useState(isFirst && isUntouched)
  useLayoutEffect(() => {
    const end = area.current?.value.length ?? 0
    // What somebody has written already is gone on with, and not typed over.
    area.current?.setSelectionRange(isSelected ? 0 : end, end)
  }, [isSelected])
  return (
    <div className="field">
      <label htmlFor={field}>What should stand there</label>
      <textarea
        id={field}
        ref={area}
        className="input code"
        spellCheck={false}
        autoFocus={isFirst}
        value={suggestion}
        onChange={(event) => onChange(event.target.value)}
      />
      <SuggestedLines quote={quote} suggestion={suggestion} />
    </div>
  )
}
