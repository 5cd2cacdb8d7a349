import { type ReactNode, useMemo, useState } from 'react'
import { previewOf } from './preview-of.ts'
import { pieces } from './visible.tsx'

interface Props {
  readonly name: string
  /** What its line begins with. */
  readonly value: unknown
  /** All of it; drawn when somebody opens it, because most of it nobody does. */
  readonly children: () => ReactNode
}

/** Something that may be long: how it begins in one line, and all of it when somebody opens it. */
export function Folded({ name, value, children }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { begins, length } = useMemo(() => previewOf(value), [value])
  return (
    <details className="folded" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="folded-name">{name}</span> {!isOpen && <bdi className="folded-begins">{pieces(begins)}</bdi>}{' '}
        <span className="folded-length">{`${length.toLocaleString('en')} ${length === 1 ? 'character' : 'characters'}`}</span>
      </summary>
      {isOpen && children()}
    </details>
  )
}
