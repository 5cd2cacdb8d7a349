import type { CheckpointView } from '../../src/api/views.ts'
import { AgentSays } from '../parts/agent-says.tsx'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { ContentView } from '../parts/content-view.tsx'

/** One of those that are to be answered, and what stands against it. */
export interface Entry {
  readonly view: CheckpointView
  readonly against: string | null
}

/** All that would be decided, each with its complete content. */
export function AnswerEntries({
  entries,
  failures,
}: {
  readonly entries: readonly Entry[]
  readonly failures: ReadonlyMap<string, string>
}) {
  return (
    <ul className="answer-entries">
      {entries.map(({ view: { checkpoint }, against }) => (
        <li key={checkpoint.id} data-excluded={against !== null}>
          <h3>
            <AskedSentence {...checkpoint} />
          </h3>
          {failures.has(checkpoint.id) ? (
            <p className="said wrong" role="alert">
              {failures.get(checkpoint.id)}
            </p>
          ) : (
            against !== null && <p className="said">Left out: {against}</p>
          )}
          {against === null && (
            <>
              <AgentSays agent={checkpoint.agent} text={checkpoint.title} />
              <ContentView content={checkpoint.content} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}
