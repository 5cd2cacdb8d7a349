/** A run of names to look for, prepared once however often it is looked for. */
export interface Run {
  readonly names: readonly string[]
  /** How much of it may have begun again where the next name does not fit (Knuth, Morris and Pratt). */
  readonly back: readonly number[]
}

/** Prepares a run. */
export function runOf(names: readonly string[]): Run {
  const back: number[] = names.length === 0 ? [] : [0]
  for (let at = 1, length = 0; at < names.length; at += 1) {
    while (length > 0 && names[at] !== names[length]) length = back[length - 1] ?? 0
    if (names[at] === names[length]) length += 1
    back.push(length)
  }
  return { names, back }
}

/** Whether a run stands somewhere in a list, with nothing between its names: in one pass, also where both repeat themselves without end. */
export function standsIn({ names, back }: Run, list: readonly string[]): boolean {
  if (names.length === 0) return true
  let length = 0
  for (const name of list) {
    while (length > 0 && name !== names[length]) length = back[length - 1] ?? 0
    if (name === names[length]) length += 1
    if (length === names.length) return true
  }
  return false
}
