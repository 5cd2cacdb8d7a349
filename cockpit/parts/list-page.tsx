import { type ReactNode, useId } from 'react'
import { Failed, type Read } from './failed.tsx'

/** Something that a list shows on request. */
interface Choice {
  readonly label: string
  /** What it adds, where its name alone does not tell; a line below, which is read with it. */
  readonly about?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}

/** What was read of a list, page by page. */
interface Pages<Row> extends Read {
  readonly data: { readonly pages: readonly { readonly rows: readonly Row[] }[] } | undefined
  readonly hasNextPage: boolean
  readonly fetchNextPage: () => Promise<unknown>
}

interface Props<Row> {
  readonly title: string
  readonly choices: readonly Choice[]
  readonly list: Pages<Row>
  /** What is said where there is nothing. */
  readonly none: string
  readonly children: (rows: readonly Row[]) => ReactNode
}

/** A page with one long list: what it is called, what else it can show, its rows, and the way to more of them. */
export function ListPage<Row>({ title, choices, list, none, children }: Props<Row>) {
  const { data, error, hasNextPage, fetchNextPage } = list
  const base = useId()
  // An id holds no space.
  const idOf = ({ label }: Choice) => `${base}${label.replaceAll(' ', '-')}`
  const rows = data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <>
      <header className="page-head">
        <h1>{title}</h1>
        {choices.map((choice) => (
          <label key={choice.label} className="check">
            <input
              type="checkbox"
              checked={choice.isOn}
              onChange={(event) => choice.onChange(event.target.checked)}
              {...(choice.about !== undefined && { 'aria-describedby': idOf(choice) })}
            />
            <span>{choice.label}</span>
          </label>
        ))}
        {choices.map(
          (choice) =>
            choice.about !== undefined && (
              <p key={choice.label} id={idOf(choice)} className="page-note dim small">
                {choice.about}
              </p>
            ),
        )}
      </header>
      <Failed reads={[list]} />
      {rows.length > 0 && children(rows)}
      {rows.length === 0 && error === null && <p className="dim">{data === undefined ? 'Looking…' : none}</p>}
      {hasNextPage && (
        <button type="button" className="button more" onClick={() => void fetchNextPage()}>
          Show more
        </button>
      )}
    </>
  )
}
