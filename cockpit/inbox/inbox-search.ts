import type { GateKind } from '../../src/model/gate.ts'
import type { Me } from '../data/use-me.ts'
import { byUrgency, type InboxItem, needsMe, order } from './inbox-item.ts'

/** The three heaps of the inbox. */
export const VIEWS = ['mine', 'others', 'done'] as const
export type View = (typeof VIEWS)[number]

export const SORTS = ['urgency', 'oldest', 'newest'] as const
export type Sort = (typeof SORTS)[number]

/** What the address of an inbox says: a link shows somebody else the same rows. */
export interface InboxSearch {
  readonly view?: View | undefined
  readonly agent?: string | undefined
  readonly kind?: GateKind | 'doubt' | 'stopped' | undefined
  /** The axis that held it. */
  readonly why?: string | undefined
  readonly q?: string | undefined
  readonly sort?: Sort | undefined
}

/** Reads the address of an inbox; what is not known counts as not said. */
export function readInboxSearch(given: Readonly<Record<string, unknown>>): InboxSearch {
  const text = (key: string) => (typeof given[key] === 'string' && given[key] !== '' ? given[key] : undefined)
  return {
    view: VIEWS.find((view) => view === given['view'] && view !== 'mine'),
    agent: text('agent'),
    kind: text('kind') as InboxSearch['kind'],
    why: text('why'),
    q: text('q'),
    sort: SORTS.find((sort) => sort === given['sort'] && sort !== 'urgency'),
  }
}

/** The rows that an address asks for, in its order. */
export function select(
  items: readonly InboxItem[],
  search: InboxSearch,
  { me, now }: { readonly me: Me | undefined; readonly now: number },
): readonly InboxItem[] {
  const { view = 'mine', sort = 'urgency' } = search
  const fitting = items.filter(
    (item) => (view === 'done' || (view === 'mine') === needsMe(item, me)) && fits(item, search),
  )
  if (view === 'done') return fitting.toSorted((a, b) => order(endOf(b), endOf(a)) || order(a.id, b.id))
  if (sort === 'urgency') return fitting.toSorted(byUrgency(now))
  const turn = sort === 'oldest' ? 1 : -1
  return fitting.toSorted((a, b) => turn * (order(a.opened_at, b.opened_at) || order(a.id, b.id)))
}

/** When it was decided, or ran out. */
function endOf(item: InboxItem): string {
  return (item.is === 'held' ? item.resolution?.at : undefined) ?? item.opened_at
}

function fits(item: InboxItem, { agent, kind, why, q }: InboxSearch): boolean {
  if (agent !== undefined && ('agent' in item ? item.agent : undefined) !== agent) return false
  if (kind !== undefined && kindOf(item) !== kind) return false
  if (why !== undefined && !(item.is === 'held' && item.why.includes(why))) return false
  return q === undefined || textOf(item).includes(q.toLowerCase())
}

/** What kind of thing waits. */
function kindOf(item: InboxItem): string {
  return item.is === 'held' ? item.gate.kind : item.is
}

function textOf(item: InboxItem): string {
  const tool = item.is === 'stopped' ? '' : (item.tool ?? '')
  const said = item.is === 'doubt' ? '' : `${item.agent} ${item.title} ${item.is === 'held' ? item.about : ''}`
  return `${item.id} ${item.job} ${tool} ${said} ${kindOf(item)}`.toLowerCase()
}

/** What can be filtered by: every agent, kind and axis that is there. */
export function choicesOf(items: readonly InboxItem[]): Readonly<Record<'agent' | 'kind' | 'why', readonly string[]>> {
  const unique = (values: readonly string[]) => [...new Set(values)].toSorted()
  return {
    agent: unique(items.flatMap((item) => (item.is === 'doubt' ? [] : [item.agent]))),
    kind: unique(items.map(kindOf)),
    why: unique(items.flatMap((item) => (item.is === 'held' ? item.why : []))),
  }
}
