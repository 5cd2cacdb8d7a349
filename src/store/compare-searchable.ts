import type { Searchable } from '../engine/ports.ts'

/** The order of every index: null, then numbers, then text by its code points. */
export function compareSearchable(a: Searchable, b: Searchable): number {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return rank(a) - rank(b)
}

function rank(value: Searchable): number {
  return value === null ? 0 : typeof value === 'number' ? 1 : 2
}

/** Databases compare the bytes of UTF-8, which is the order of code points; `<` compares UTF-16 units, which is not. */
function compareText(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  for (let at = 0; at < end; at++) {
    if (a.charCodeAt(at) !== b.charCodeAt(at)) return codePoint(a, at) - codePoint(b, at)
  }
  return a.length - b.length
}

function codePoint(text: string, at: number): number {
  const unit = text.charCodeAt(at)
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
