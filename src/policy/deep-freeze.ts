/** Makes a value and all its parts unchangeable, and gives it back. */
export function deepFreeze<Part>(part: Part): Part {
  // What is no object counts as frozen.
  if (Object.isFrozen(part)) return part
  for (const key of Object.keys(part as object)) {
    const inner = (part as Readonly<Record<string, unknown>>)[key]
    // Most parts are texts, which need no call.
    if (typeof inner === 'object') deepFreeze(inner)
  }
  return Object.freeze(part)
}
