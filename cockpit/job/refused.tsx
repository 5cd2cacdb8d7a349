import { Link } from '@tanstack/react-router'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { StatusChip } from '../parts/status-chip.tsx'
import { Visible } from '../parts/visible.tsx'

/** What a job did not get to do: somebody said no, or nobody answered in time. */
export function Refused({ checkpoints }: { readonly checkpoints: readonly Checkpoint[] }) {
  if (checkpoints.length === 0) return null
  return (
    <section aria-labelledby="refused">
      <h2 id="refused">Not done</h2>
      <ul className="needs">
        {checkpoints.map((checkpoint) => (
          <li key={checkpoint.id}>
            <Link to="/c/$checkpoint" params={{ checkpoint: checkpoint.id }}>
              <AskedSentence {...checkpoint} tense="then" />
            </Link>
            <StatusChip status={checkpoint.status} />
            {checkpoint.resolution?.reason && (
              <span className="small dim needs-why">
                <Visible text={checkpoint.resolution.reason} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
