/** Makes a value and all its parts unchangeable, and gives it back. */
export function deepFreeze<Part>(part: Part): Part {
  // Most parts are no objects, and to ask of each whether it is frozen costs more than to look.
  if (part === null || (typeof part !== 'object' && typeof part !== 'function') || Object.isFrozen(part)) return part
  if (Array.isArray(part)) for (const inner of part) deepFreeze(inner)
  else for (const key of Object.keys(part)) deepFreeze((part as Readonly<Record<string, unknown>>)[key])
  return Object.freeze(part)
}
