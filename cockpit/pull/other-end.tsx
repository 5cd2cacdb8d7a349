import type { Drafting } from './use-drafting.ts'

/** More lines for whoever can't draw over their numbers, as with a finger. */
export function OtherEnd({
  id,
  of,
  drafting,
}: {
  readonly id: string
  readonly of: 'lines' | 'block'
  readonly drafting: Drafting
}) {
  const isReaching = drafting.reaching === id
  return (
    <>
      <button
        type="button"
        className="button quiet"
        aria-pressed={isReaching}
        onClick={() => drafting.reach(isReaching ? null : id)}
      >
        {of === 'lines' ? 'More lines…' : 'More blocks…'}
      </button>
      <span role="status" className="small">
        {isReaching && `Choose the number of the ${of === 'lines' ? 'line' : 'block'} to which it reaches.`}
      </span>
    </>
  )
}
