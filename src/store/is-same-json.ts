/** Whether two values that were read from JSON are the same. It goes as deep as they do: however they are nested, no stack runs out. */
export function isSameJson(one: unknown, other: unknown): boolean {
  const open: (readonly [unknown, unknown])[] = [[one, other]]
  for (let pair = open.pop(); pair !== undefined; pair = open.pop()) {
    const [left, right] = pair
    if (Object.is(left, right)) continue
    if (!isObject(left) || !isObject(right) || Array.isArray(left) !== Array.isArray(right)) return false
    const keys = Object.keys(left)
    if (keys.length !== Object.keys(right).length) return false
    for (const key of keys) {
      if (!Object.hasOwn(right, key)) return false
      open.push([left[key], right[key]])
    }
  }
  return true
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
