import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { defineLanguageFacet, HighlightStyle, Language, syntaxHighlighting } from '@codemirror/language'
import { searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import type { Parser } from '@lezer/common'
import { useEffect, useRef } from 'react'
import { CODE_STYLES } from './code-styles.ts'
import { parserFor } from './languages.ts'
import { editorEnds, withEndsOf } from './line-ends.ts'

interface Props {
  readonly label: string
  readonly path: string
  /** What it begins with; afterwards the editor has the text. */
  readonly text: string
  readonly onText: (text: string) => void
}

/** An editor for the text of a file. Tab leaves it, as it leaves every other field. */
export function CodeEditor({ label, path, text, onText }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const tell = useRef(onText)
  tell.current = onText
  const first = useRef(text)
  useEffect(() => {
    if (place.current === null) return
    const language = new Compartment()
    const view = openEditor(place.current, first.current, [
      language.of([]),
      EditorView.contentAttributes.of({ 'aria-label': label }),
      editorEnds(first.current),
      EditorView.updateListener.of(
        ({ docChanged, state }) => docChanged && tell.current(withEndsOf(first.current, state.doc.toString())),
      ),
    ])
    parserFor(path)?.then(
      (parser) => view.dispatch({ effects: language.reconfigure(colouredBy(parser)) }),
      () => undefined,
    )
    return () => view.destroy()
  }, [label, path])
  return <div ref={place} className="code-editor" />
}

/** Inside a shadow root its styles are objects of the script, which the page's policy allows; elsewhere they would be elements, which it refuses. */
function openEditor(place: HTMLElement, doc: string, more: readonly Extension[]): EditorView {
  const root = place.shadowRoot ?? place.attachShadow({ mode: 'open' })
  const state = EditorState.create({
    doc,
    extensions: [
      lineNumbers(),
      history(),
      highlightSpecialChars(),
      EditorView.lineWrapping,
      // What stands over the page at its top and at its bottom.
      EditorView.scrollMargins.of(() => ({ top: 64, bottom: 150 })),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
      THEME,
      ...more,
    ],
  })
  return new EditorView({ state, root, parent: root })
}

function colouredBy(parser: Parser): Extension {
  return [new Language(defineLanguageFacet(), parser), syntaxHighlighting(HIGHLIGHTS)]
}

const HIGHLIGHTS = HighlightStyle.define(
  CODE_STYLES.map(({ tag, name }) => ({ tag, color: `var(--code-${name}, inherit)` })),
)

const THEME = EditorView.theme({
  '&': { fontSize: 'var(--t-small)', color: 'var(--ink)', backgroundColor: 'var(--raised)', minHeight: '20rem' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)', minHeight: '20rem' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--dim)', border: '0', fontFamily: 'var(--mono)' },
  '.cm-specialChar': { color: 'var(--deny)', outline: '1px solid var(--deny)' },
  '.cm-gutter': { minHeight: '20rem' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)' },
  '.cm-panels-bottom': { borderTop: '1px solid var(--line)' },
  '.cm-textfield, .cm-button, .cm-panel [name=close]': {
    ...{ background: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--line-strong)' },
  },
})
