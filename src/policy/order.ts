/** How a child's value stands to its parent's. Values that cannot be ordered count as looser. */
export const ORDERS = ['looser', 'equal', 'stricter'] as const
export type Order = (typeof ORDERS)[number]

/** Which way is stricter: how two values compare, and the loosest value that is as strict as both. */
export interface Direction<Value> {
  readonly compare: (child: Value, parent: Value) => Order
  readonly meet: (a: Value, b: Value) => Value
}

/** The order of a whole from the orders of its parts: one looser part makes it looser. */
export function together(orders: readonly Order[]): Order {
  if (orders.includes('looser')) return 'looser'
  return orders.includes('stricter') ? 'stricter' : 'equal'
}

/** A smaller number is stricter. */
export const lowerIsStricter: Direction<number> = {
  compare: (child, parent) => byRank(parent - child),
  // Not Math.min itself: it would count what else an axis is handed as a number.
  meet: (a, b) => Math.min(a, b),
}

/** A greater number is stricter. */
export const higherIsStricter: Direction<number> = {
  compare: (child, parent) => byRank(child - parent),
  meet: (a, b) => Math.max(a, b),
}

/** `true` is stricter. */
export const trueIsStricter: Direction<boolean> = {
  compare: (child, parent) => byRank(Number(child) - Number(parent)),
  meet: (a, b) => a || b,
}

/** A choice that makes nothing freer: any value may be handed on. */
export const free: Direction<boolean> = {
  compare: () => 'equal',
  meet: (a, b) => a && b,
}

/** Words from the strictest to the loosest. */
export function strictestFirst<Word extends string>(words: readonly Word[]): Direction<Word> {
  return {
    compare: (child, parent) => byRank(words.indexOf(parent) - words.indexOf(child)),
    meet: (a, b) => (words.indexOf(a) <= words.indexOf(b) ? a : b),
  }
}

/** Words from the loosest to the strictest. */
export function loosestFirst<Word extends string>(words: readonly Word[]): Direction<Word> {
  return strictestFirst(words.toReversed())
}

/** A set in which every further member holds something more. */
export function moreIsStricter<Member extends string>(): Direction<readonly Member[]> {
  return { compare: (child, parent) => bySets(parent, child), meet: union }
}

/** A set in which every further member permits something more. */
export function fewerIsStricter<Member extends string>(): Direction<readonly Member[]> {
  return { compare: bySets, meet: (a, b) => intersection(a, b) }
}

/** Both sets in one, each member once, in a fixed order that does not depend on the order of the sides. */
export function union<Member extends string>(a: readonly Member[], b: readonly Member[]): readonly Member[] {
  return inOrder([...a, ...b])
}

/** Each member once, sorted: two sets with the same members are written alike. */
export function inOrder<Member extends string>(members: readonly Member[]): readonly Member[] {
  return [...new Set(members)].sort()
}

function intersection<Member extends string>(a: readonly Member[], b: readonly Member[]): readonly Member[] {
  const other = new Set(b)
  return a.filter((member) => other.has(member))
}

function byRank(difference: number): Order {
  if (difference > 0) return 'stricter'
  return difference === 0 ? 'equal' : 'looser'
}

/** Stricter when `inner` lies wholly inside `outer`. */
function bySets(inner: readonly string[], outer: readonly string[]): Order {
  const allowed = new Set(outer)
  if (!inner.every((member) => allowed.has(member))) return 'looser'
  return inner.length === outer.length ? 'equal' : 'stricter'
}
