import { Link, useNavigate } from '@tanstack/react-router'
import { useStuck, useWaiting } from '../data/use-inbox.ts'
import { useMe } from '../data/use-me.ts'
import { alikeItems, jobInShort } from '../inbox/alike-items.ts'
import { heldPlace } from '../inbox/item-place.ts'
import { useHotkeys } from '../keys/use-hotkeys.ts'
import { AboutWords } from '../parts/about-words.tsx'
import { AskedSentence } from '../parts/asked-sentence.tsx'
import { useNow } from '../parts/time.tsx'
import { workTitle } from '../parts/work-title.tsx'
import { nextAfter } from './next-after.ts'

/** Leads on to what needs somebody next, most urgent first, without a way back through the list. */
export function NextUp({ after }: { readonly after: string | undefined }) {
  const me = useMe()
  const now = useNow()
  const navigate = useNavigate()
  const { items } = useWaiting()
  const stuck = useStuck().length
  const { asks, next, text, isMore } = nextAfter(items ?? [], after, { me, now, stuck })
  const toInbox = () => void navigate({ to: '/' })
  const go = () => {
    if (next !== undefined) void navigate(heldPlace(next))
    else if (isMore) toInbox()
  }
  useHotkeys([
    { keys: ']', label: 'Next that needs me', group: 'Review', run: go },
    { keys: 'u', label: 'Back to the inbox', group: 'Review', run: toInbox },
  ])
  if (items === undefined || me === undefined) return null
  if (next === undefined) return <p className="next-up dim">{isMore ? <Link to="/">{text}</Link> : text}</p>
  return (
    <p className="next-up">
      <span className="dim">
        Next <kbd aria-hidden>]</kbd>
      </span>{' '}
      <Link {...heldPlace(next)}>
        <AskedSentence agent={next.agent} gate={next.gate} content={{ tool: next.tool }} />
        {workTitle(next)}
        {alikeItems(asks).has(next.id) && <span className="nowrap"> {jobInShort(next.job)}</span>}
        <AboutWords about={next.about} />
      </Link>
    </p>
  )
}
