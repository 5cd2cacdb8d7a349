import { type ReactNode, useId } from 'react'

interface Ids {
  readonly labelledBy: string
  readonly describedBy: string
}

interface Props {
  readonly name: string
  /** Id of the name of what it is a part of. */
  readonly of: string
  readonly about: string | undefined
  readonly wrong?: string
  /** Whether it is several controls that belong together. */
  readonly isGroup?: boolean
  readonly children: (ids: Ids) => ReactNode
}

/** One part of a value: its name, its control, and what it is about or what is wrong with it. */
export function LabelledPart({ name, of, about = '', wrong = '', isGroup = false, children }: Props) {
  const id = useId()
  const ids = { labelledBy: `${of} ${id}`, describedBy: `${id}-about` }
  const group = isGroup ? { role: 'group', 'aria-labelledby': ids.labelledBy, 'aria-describedby': ids.describedBy } : {}
  return (
    <div className="part" {...group}>
      <span id={id} className="part-name">
        {name}
      </span>
      {children(ids)}
      <p id={`${id}-about`} className="said">
        {wrong !== '' && <strong className="wrong">{wrong} </strong>}
        <span>{about}</span>
      </p>
    </div>
  )
}
