/** A place in a text as editors count it, both numbers from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Where in the text the key (or list item) of a JSON pointer stands. */
export type Locate = (pointer: string) => Position

/** Keys and list indexes from the root of a value down to one of its places. */
export type Path = readonly (string | number)[]

/** A key or list item of a text: where it begins and what is inside it. A tree, because pointers grow with depth. */
export class Place {
  readonly offset: number
  #children: Map<string, Place> | undefined

  constructor(offset: number) {
    this.offset = offset
  }

  child(key: string | number): Place | undefined {
    return this.#children?.get(String(key))
  }

  /** Adds a place inside this one. A key given twice keeps its first place, to which a duplicate points back. */
  add(key: string | number, offset: number): Place {
    const place = new Place(offset)
    this.#children ??= new Map()
    if (!this.#children.has(String(key))) this.#children.set(String(key), place)
    return place
  }
}

/** Turns offsets of this text into positions. */
export function positionsIn(text: string): (offset: number) => Position {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)

  return (offset) => {
    let low = 0
    let high = starts.length - 1
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((starts[middle] ?? 0) <= offset) low = middle
      else high = middle - 1
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}

/** Finds the position of a pointer, or of its nearest ancestor that exists. */
export function locator(root: Place, positionOf: (offset: number) => Position): Locate {
  return (pointer) => {
    let place = root
    for (const key of pointer.split('/').slice(1)) {
      const child = place.child(key.replaceAll('~1', '/').replaceAll('~0', '~'))
      if (!child) break
      place = child
    }
    return positionOf(place.offset)
  }
}
