import { decisionIn } from './event-text.ts'
import { isOpenOrFailed } from './strand-state.ts'
import type { Strand } from './strands.ts'

/** What of a timeline can be looked at by itself. */
export const FILTERS = {
  all: { name: 'Everything', fits: () => true },
  decisions: { name: 'Decisions', fits: (strand: Strand) => strand.some((event) => decisionIn(event) !== undefined) },
  open: { name: 'Failed or pending', fits: isOpenOrFailed },
} as const
export type Filter = keyof typeof FILTERS

interface Props {
  readonly filter: Filter
  readonly onFilter: (filter: Filter) => void
  readonly isTogether: boolean
  readonly onTogether: (isTogether: boolean) => void
  readonly isPaused: boolean
  /** How much has happened since it was paused. */
  readonly behind: number
  readonly onPause: (isPaused: boolean) => void
}

/** How a timeline is looked at: what of it, in which order, and whether it moves. */
export function TimelineHead({ filter, onFilter, isTogether, onTogether, isPaused, behind, onPause }: Props) {
  return (
    <div className="section-head">
      <h2 id="timeline">Timeline</h2>
      <div className="segments" role="group" aria-label="What is shown">
        {Object.entries(FILTERS).map(([key, { name }]) => (
          <button key={key} type="button" aria-pressed={filter === key} onClick={() => onFilter(key as Filter)}>
            {name}
          </button>
        ))}
      </div>
      <label className="check">
        <input type="checkbox" checked={isTogether} onChange={({ target }) => onTogether(target.checked)} />
        Related entries together
      </label>
      <button type="button" className="button" aria-pressed={isPaused} onClick={() => onPause(!isPaused)}>
        {isPaused ? `Go on${behind > 0 ? ` (${behind} new)` : ''}` : 'Pause updates'}
      </button>
    </div>
  )
}
