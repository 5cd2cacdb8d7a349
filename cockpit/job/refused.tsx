import { Link } from '@tanstack/react-router'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { aboutOf } from '../inbox/about-item.ts'
import { AboutWords } from '../parts/about-words.tsx'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { wordsOf } from '../parts/local-times.ts'
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
              <AboutWords about={aboutOf(checkpoint)} />
            </Link>
            <StatusChip status={checkpoint.status} />
            {checkpoint.resolution?.reason && (
              <span className="small dim needs-why">
                <Visible text={wordsOf(checkpoint.resolution.by, checkpoint.resolution.reason)} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
