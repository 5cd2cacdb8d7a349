import { useState } from 'react'
import type { Content } from '../../src/model/content.ts'
import { countHidden } from './hidden-characters.ts'
import { Field, FieldGroup, isRecord } from './value-view.tsx'
import { Visible } from './visible.tsx'

/** Everything that would run or pass, to the last byte: as fields, or as the exact JSON. Nothing is shortened. */
export function ContentView({ content }: { readonly content: Content }) {
  const [isExact, setExact] = useState(false)
  const exact = JSON.stringify(content, null, 2)
  const hidden = hiddenIn(content)
  return (
    <div className="content">
      <div className="content-head">
        <div className="segments" role="group" aria-label="How it is shown">
          <button type="button" aria-pressed={!isExact} onClick={() => setExact(false)}>
            Fields
          </button>
          <button type="button" aria-pressed={isExact} onClick={() => setExact(true)}>
            Exact JSON
          </button>
        </div>
        <span className="small dim">{exact.length.toLocaleString('en')} characters, all of them shown</span>
      </div>
      {hidden > 0 && (
        <p className="notice deny">
          <span>
            <strong>{hidden === 1 ? 'One hidden character' : `${hidden} hidden characters`}.</strong> Marked like{' '}
            <span className="hidden-character">this</span>: the text may not be what it looks like.
          </span>
        </p>
      )}
      {isExact ? (
        <pre className="exact">
          <Visible text={exact} />
        </pre>
      ) : (
        <Fields of={content} />
      )}
    </div>
  )
}

const ORDER = ['tool', 'target', 'args', 'deliverable', 'cwd', 'env', 'base_commit', 'tree', 'gate'] as const

function Fields({ of }: { readonly of: Content }) {
  const shown = ORDER.filter((key) => of[key] !== undefined)
  return (
    <dl className="fields">
      {shown.map((key) =>
        isRecord(of[key]) ? (
          <FieldGroup key={key} name={TITLES[key] ?? key} fields={of[key]} />
        ) : (
          <Field key={key} name={key.replace('_', ' ')} value={of[key]} />
        ),
      )}
    </dl>
  )
}

const TITLES: Readonly<Record<string, string>> = { args: 'arguments', env: 'environment', gate: 'what was asked' }

/** Counted in what is shown, keys included: escaping would make some of it visible before it is counted. */
function hiddenIn(value: unknown): number {
  if (typeof value === 'string') return countHidden(value)
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + hiddenIn(item), 0)
  if (!isRecord(value)) return 0
  return Object.entries(value).reduce((sum, [key, item]) => sum + countHidden(key) + hiddenIn(item), 0)
}
