/**
 * The same value without a frozen list in it, for `JSON.stringify`: one frozen list anywhere makes it three times as slow.
 * What has none is given back as it is, and so is whatever is neither a list nor a plain object.
 */
export function thawed(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return thawedList(value)
  const prototype = Object.getPrototypeOf(value)
  return prototype === Object.prototype ? thawedObject(value as Fields) : value
}

type Fields = Record<string, unknown>

function thawedList(list: readonly unknown[]): readonly unknown[] {
  let copy = Object.isFrozen(list) ? list.slice() : undefined
  for (let at = 0; at < list.length; at++) {
    const inner = thawed(list[at])
    if (inner === list[at]) continue
    copy ??= list.slice()
    copy[at] = inner
  }
  return copy ?? list
}

function thawedObject(value: Fields): Fields {
  let copy: Fields | undefined
  for (const key of Object.keys(value)) {
    const inner = thawed(value[key])
    if (inner === value[key]) continue
    copy ??= { ...value }
    copy[key] = inner
  }
  return copy ?? value
}
