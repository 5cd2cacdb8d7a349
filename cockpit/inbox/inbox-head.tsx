import { defaultStringifySearch } from '@tanstack/react-router'
import { type MouseEvent, memo, useId, useMemo, useState } from 'react'
import { counted } from '../../src/model/counted.ts'
import { inWords } from '../parts/trace-table.tsx'
import type { InboxItem } from './inbox-item.ts'
import { choicesOf, type InboxSearch, SORTS, VIEWS, type View } from './inbox-search.ts'

const TABS: Readonly<Record<View, string>> = { mine: 'Needs me', others: 'With others', done: 'Done' }
const SORTED = { urgency: 'most urgent first', oldest: 'oldest first', newest: 'newest first' } as const

/** How many lie in each heap; where not all are known, at least so many. */
type Counts = Readonly<Partial<Record<View, number>>> & { readonly isCut?: boolean }

interface Props {
  readonly search: InboxSearch
  readonly counts: Counts
  readonly items: readonly InboxItem[]
  /** How many rows fit the filters; undefined where nothing narrows them. */
  readonly fits: number | undefined
  readonly onChange: (change: Partial<InboxSearch>) => void
  /** Goes to another heap, from which one can come back. */
  readonly onView: (view: InboxSearch['view']) => void
}

/** The heaps, how many lie in each, and what narrows them. All of it stands in the address. */
export const InboxHead = memo(function InboxHead({ search, counts, items, fits, onChange, onView }: Props) {
  const choices = useMemo(() => choicesOf(items), [items])
  const filters = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="inbox-head">
      <h1 className="unseen">Inbox</h1>
      <Heaps {...{ search, counts, fits, onView }} />
      <p className="unseen" role="status">
        {fits !== undefined && `${counted(fits, 'row fits', 'rows fit')} the filters.`}
      </p>
      <input
        id="inbox-filter"
        className="input filter-words"
        type="search"
        placeholder="Filter by words"
        aria-label="Filter by words"
        value={search.q ?? ''}
        onChange={(event) => onChange({ q: event.target.value || undefined })}
      />
      <button
        type="button"
        className="button filters-more"
        aria-expanded={isOpen}
        aria-controls={filters}
        onClick={() => setOpen(!isOpen)}
      >
        {nameOfMore(search)}
      </button>
      <div className="filters" id={filters} data-open={isOpen}>
        <Choice label="Agent" value={search.agent} choices={choices.agent} onChange={(agent) => onChange({ agent })} />
        <Choice
          label="Kind"
          value={search.kind}
          choices={choices.kind}
          onChange={(kind) => onChange({ kind: kind as InboxSearch['kind'] })}
        />
        <Choice label="Why" value={search.why} choices={choices.why} onChange={(why) => onChange({ why })} />
        <Order search={search} onChange={onChange} />
      </div>
    </div>
  )
})

/** On a narrow screen the filters are folded away; how many are set has to be seen all the same. */
function nameOfMore({ agent, kind, why }: InboxSearch): string {
  const count = [agent, kind, why].filter((filter) => filter !== undefined).length
  return count === 0 ? 'Filters' : `Filters (${count})`
}

function Choice({
  label,
  value,
  choices,
  onChange,
}: {
  readonly label: string
  readonly value: string | undefined
  readonly choices: readonly string[]
  readonly onChange: (value: string | undefined) => void
}) {
  const all = value === undefined || choices.includes(value) ? choices : [value, ...choices]
  return (
    <select
      className="input filter"
      aria-label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    >
      <option value="">{label}: any</option>
      {all.map((choice) => (
        <option key={choice} value={choice}>
          {inWords(choice)}
        </option>
      ))}
    </select>
  )
}

/** Plain links: the router's own cost more than the rest of the head. */
function Heaps({ search, counts, fits, onView }: Pick<Props, 'search' | 'counts' | 'fits' | 'onView'>) {
  const choose = (event: MouseEvent, view: InboxSearch['view']) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onView(view)
  }
  return (
    <nav className="segments" aria-label="Views">
      {VIEWS.map((heap) => {
        const view = heap === 'mine' ? undefined : heap
        return (
          <a
            key={heap}
            href={`/${defaultStringifySearch({ ...search, view })}`}
            aria-current={search.view === view ? 'page' : undefined}
            onClick={(event) => choose(event, view)}
          >
            {TABS[heap]} <span className="dim">{countOf(counts, heap, search.view === view ? fits : undefined)}</span>
          </a>
        )
      })}
    </nav>
  )
}

/** How many lie in a heap, and how many of those fit what narrows it. Where not all were read, more may fit than are known of. */
function countOf(counts: Counts, heap: View, fits: number | undefined): string {
  const all = counts[heap]
  if (all === undefined || (fits !== undefined && fits > all)) return fits === undefined ? '' : String(fits)
  const whole = `${all}${counts.isCut ? '+' : ''}`
  return fits === undefined ? whole : `${fits} of ${whole}`
}

function Order({
  search,
  onChange,
}: {
  readonly search: InboxSearch
  readonly onChange: (change: Partial<InboxSearch>) => void
}) {
  return (
    <select
      className="input filter"
      aria-label="Order"
      value={search.sort ?? 'urgency'}
      // What is done is shown by when it was decided.
      hidden={search.view === 'done'}
      onChange={(event) => onChange({ sort: SORTS.find((sort) => sort === event.target.value && sort !== 'urgency') })}
    >
      {SORTS.map((sort) => (
        <option key={sort} value={sort}>
          {SORTED[sort]}
        </option>
      ))}
    </select>
  )
}
