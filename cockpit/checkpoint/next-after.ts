import type { Me } from '../data/use-me.ts'
import { type HeldItem, type InboxItem, needsMe } from '../inbox/inbox-item.ts'
import { select } from '../inbox/inbox-search.ts'

/** What is asked next of somebody, and what else needs them. */
export interface NextAfter {
  /** All that asks them, the most urgent first. */
  readonly asks: readonly HeldItem[]
  readonly next: HeldItem | undefined
  /** Where nothing asks them, what is said of it. */
  readonly text: string
  /** Whether something that is no question needs them, which the inbox has. */
  readonly isMore: boolean
}

/** Which question comes after this one, round and round; and where there is none, whether anything else needs somebody. */
export function nextAfter(
  items: readonly InboxItem[],
  after: string | undefined,
  { me, now, stuck }: { readonly me: Me | undefined; readonly now: number; readonly stuck: number },
): NextAfter {
  const asks = select(items, {}, { me, now }).filter((item) => item.is === 'held')
  const at = asks.findIndex(({ id }) => id === after)
  const next = asks[at + 1] ?? asks.find(({ id }) => id !== after)
  const doubts = items.filter((item) => item.is === 'doubt' && needsMe(item, me)).length
  const stopped = items.filter((item) => item.is === 'stopped' && needsMe(item, me)).length
  const more = [
    ...some(doubts, 'action in doubt', 'actions in doubt'),
    ...some(stopped, 'stopped job', 'stopped jobs'),
    ...some(stuck, 'merge that is stuck', 'merges that are stuck'),
  ]
  const none = at < 0 ? 'Nothing asks you now.' : 'Nothing else asks you.'
  const text = more.length > 0 ? `${none} In the inbox:` : none.replace('asks', 'needs')
  return { asks, next, text: [text, more.join(', ')].join(' ').trim(), isMore: more.length > 0 }
}

function some(count: number, one: string, several: string): readonly string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`]
}
