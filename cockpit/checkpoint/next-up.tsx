import { Link, useNavigate } from '@tanstack/react-router'
import { useWaiting } from '../data/use-inbox.ts'
import { useMe } from '../data/use-me.ts'
import { alikeItems, jobInShort } from '../inbox/alike-items.ts'
import { select } from '../inbox/inbox-search.ts'
import { heldPlace } from '../inbox/item-place.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { useNow } from '../parts/time.tsx'
import { workTitle } from '../parts/work-title.tsx'

/** Leads on to what needs somebody next, most urgent first, without a way back through the list. */
export function NextUp({ after }: { readonly after: string | undefined }) {
  const me = useMe()
  const now = useNow()
  const navigate = useNavigate()
  const { items } = useWaiting()
  const waiting = select(items ?? [], {}, { me, now }).filter((item) => item.is === 'held')
  const at = waiting.findIndex(({ id }) => id === after)
  const next = waiting[at + 1] ?? waiting.find(({ id }) => id !== after)
  const go = () => next && void navigate(heldPlace(next))
  useHotkeys([
    { keys: ']', label: 'Next that needs me', group: 'Review', run: go },
    { keys: 'u', label: 'Back to the inbox', group: 'Review', run: () => void navigate({ to: '/' }) },
  ])
  if (items === undefined) return null
  if (next === undefined) return <p className="next-up dim">Nothing else needs you.</p>
  return (
    <p className="next-up">
      <span className="dim">
        Next <kbd aria-hidden>]</kbd>
      </span>{' '}
      <Link {...heldPlace(next)}>
        <AskedSentence agent={next.agent} gate={next.gate} content={{ tool: next.tool }} />
        {workTitle(next)}
        {alikeItems(waiting).has(next.id) && <span className="nowrap"> {jobInShort(next.job)}</span>}
      </Link>
    </p>
  )
}
