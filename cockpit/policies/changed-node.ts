import { type Document, isCollection, isMap, isNode, isPair, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml'

/**
 * The node of a value that was changed: what is the same in it stays as somebody wrote it, with its comments and its layout; only
 * what differs is written anew.
 */
export function changedNode(document: Document, before: unknown, to: Change<unknown>): Node {
  const { value, depth } = to
  if (isNode(before) && isSame(before.toJS(document), value)) return before
  if (isMap(before) && before.items.length > 0 && isRecord(value)) return changedMap(document, before, { value, depth })
  if (isSeq(before) && before.items.length > 0 && Array.isArray(value)) {
    return changedList(document, before, { value, depth })
  }
  const node = document.createNode(value)
  layOut(node, depth)
  // What stands behind a value belongs to its name, and outlives the value.
  if (isNode(before) && before.comment) node.comment = before.comment
  return node
}

interface Change<Of> {
  readonly value: Of
  /** How deep it stands in what was changed. */
  readonly depth: number
}

function changedMap(
  document: Document,
  map: YAMLMap,
  { value, depth }: Change<Readonly<Record<string, unknown>>>,
): Node {
  for (const { key } of [...map.items]) if (!Object.hasOwn(value, String(key))) map.delete(key)
  for (const [key, one] of Object.entries(value)) {
    map.set(key, changedNode(document, map.get(key, true), { value: one, depth: depth + 1 }))
  }
  return map
}

/** An element that is still there keeps its node wherever it has moved to; one that is not is changed where it stands. */
function changedList(document: Document, list: YAMLSeq, { value, depth }: Change<readonly unknown[]>): Node {
  const nodes = list.items.map((item) => ({ item, is: isNode(item) ? item.toJS(document) : item }))
  const kept = value.map((one) => {
    const at = nodes.findIndex(({ is }) => isSame(is, one))
    return at === -1 ? undefined : nodes.splice(at, 1)[0]?.item
  })
  list.items = value.map((one, at) => {
    if (kept[at] !== undefined) return kept[at]
    const standing = nodes.findIndex(({ item }) => item === list.items[at])
    const before = standing === -1 ? undefined : nodes.splice(standing, 1)[0]?.item
    return changedNode(document, before, { value: one, depth: depth + 1 })
  })
  return list
}

/** Two levels of what holds more are written one below the other, everything else in one line. */
function layOut(node: unknown, depth: number): void {
  if (!isCollection(node)) return
  const inside = node.items.map((item) => (isPair(item) ? item.value : item))
  node.flow = depth > 1 || !inside.some(isCollection)
  for (const one of inside) layOut(one, depth + 1)
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
