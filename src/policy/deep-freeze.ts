/** Makes a value and all its parts unchangeable, and gives it back. */
export function deepFreeze<Part>(part: Part): Part {
  if (typeof part !== 'object' || part === null || Object.isFrozen(part)) return part
  for (const inner of Object.values(part)) deepFreeze(inner)
  return Object.freeze(part)
}
