import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { JobView } from '../../src/api/views.ts'
import type { Attempt } from '../../src/model/attempt.ts'
import { api } from '../data/api.ts'
import { useMe, whyOnlyLooks } from '../data/use-me.ts'
import { aboutOf } from '../inbox/about-item.ts'
import { heldPlace } from '../inbox/item-place.ts'
import { AboutWords } from '../parts/about-words.tsx'
import { ActButton } from '../parts/act-button.tsx'
import { AskedSentence, Name } from '../parts/asked-sentence.tsx'
import { ContentView } from '../parts/content-view.tsx'
import { ReasonDialog } from '../parts/reason-dialog.tsx'
import { Ago } from '../parts/time.tsx'

/** What stands below these, such as the timeline, is to be reached. */
const SHOWN = 20

/** What is held in a job and below it, and what nobody knows the end of. */
export function NeedsPerson({ view: { holds, in_doubt } }: { readonly view: JobView }) {
  const [isWhole, setWhole] = useState(false)
  if (holds.length + in_doubt.length === 0) return null
  const shown = isWhole ? holds : holds.slice(0, SHOWN)
  return (
    <section aria-labelledby="needs">
      <h2 id="needs">Needs a person</h2>
      <ul className="needs">
        {shown.map((checkpoint) => (
          <li key={checkpoint.id}>
            <Link {...heldPlace(checkpoint)}>
              <AskedSentence {...checkpoint} />
              <AboutWords about={aboutOf(checkpoint)} />
            </Link>
            <span className="dim small">
              <Ago at={checkpoint.opened_at} word=" ago" />
            </span>
          </li>
        ))}
        {shown.length < holds.length && (
          <li>
            <button type="button" className="button quiet" onClick={() => setWhole(true)}>
              Show {holds.length - shown.length} more
            </button>
          </li>
        )}
        {in_doubt.map((attempt) => (
          <Doubt key={attempt.id} attempt={attempt} />
        ))}
      </ul>
    </section>
  )
}

function Doubt({ attempt }: { readonly attempt: Attempt }) {
  const me = useMe()
  const [became, setBecame] = useState<'succeeded' | 'failed'>()
  return (
    <li>
      <span>
        Did <Name text={attempt.content.tool ?? attempt.key} /> run? Nobody knows.
      </span>
      {(['succeeded', 'failed'] as const).map((status) => (
        <ActButton key={status} why={whyOnlyLooks(me)} onClick={() => setBecame(status)}>
          It {status}…
        </ActButton>
      ))}
      {became !== undefined && (
        <ReasonDialog
          about={`settle ${attempt.id}`}
          title={`It ${became}?`}
          button={`Say that it ${became}`}
          onSubmit={(reason) => api.call('settle_attempt', { attempt: attempt.id, status: became, reason })}
          onClose={() => setBecame(undefined)}
        >
          <p>Look at the target first. The agent goes on with what you say.</p>
          <ContentView content={attempt.content} />
        </ReasonDialog>
      )}
    </li>
  )
}
