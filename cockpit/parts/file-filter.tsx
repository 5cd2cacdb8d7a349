import { useId } from 'react'

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
      />
    </div>
  )
}
