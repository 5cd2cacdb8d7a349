/** Makes a value and all its parts unchangeable, and gives it back. */
export function deepFreeze<Part>(part: Part): Part {
  // What is no object counts as frozen.
  if (Object.isFrozen(part)) return part
  for (const inner of Object.values(part as object)) deepFreeze(inner)
  return Object.freeze(part)
}
