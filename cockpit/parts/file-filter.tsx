import { type KeyboardEvent, useId } from 'react'

/** A field in which a part of a file's name is written. */
export function FileFilter({
  filter,
  hint,
  onFilter,
}: {
  readonly filter: string
  readonly hint: string
  readonly onFilter: (filter: string) => void
}) {
  const id = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Escape') return
    // Whoever wants all files again may go on typing; there is nothing to do in an empty field.
    if (filter === '') event.currentTarget.blur()
    else onFilter('')
  }
  return (
    <div className="field">
      <label htmlFor={id} className="unseen">
        Filter files
      </label>
      <input
        id={id}
        className="input file-filter"
        placeholder={hint}
        value={filter}
        onChange={(event) => onFilter(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </div>
  )
}
