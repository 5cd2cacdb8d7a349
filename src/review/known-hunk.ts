import type { KnownHunk } from '../model/pull.ts'
import type { DiffLine, Hunk } from './diff.ts'
import { hunkHash } from './hunk-hash.ts'

/**
 * So many letters and digits have to change before lines are taken for those of another place: in the file itself, and in another one. They
 * are what `git blame` goes by (`-M` and `-C`): a lone bracket, an import or a `return null` says nothing of where it comes from.
 */
const TELLING_HERE = 20
const TELLING_ELSEWHERE = 40

/** By what a hunk is known when it comes back. */
export function knownHunk(hunk: Hunk): KnownHunk {
  const stretches = stretchesOf(hunk)
  const added = stretches.flatMap(blocksOf)
  const isTelling = saysEnough(stretches.flat(), TELLING_HERE)
  return {
    hash: hunkHash(hunk),
    does: isTelling ? stretches.map(nameOf) : [],
    adds: saysEnough(added.flat(), TELLING_ELSEWHERE)
      ? added.map((lines) => lines.map(({ text }) => lineName(text)).join(' '))
      : [],
  }
}

/**
 * Line by line what goes, a bar, and line by line what comes: git writes all that goes first, so a new line before what came would stand
 * between the two. That the last line of a file has no end is told only where that is what changes: a line behind it ends it.
 */
function nameOf(stretch: readonly DiffLine[]): string {
  const [gone, come] = (['removed', 'added'] as const).map((side) => stretch.filter(({ kind }) => kind === side))
  const both = new Set(gone?.map(({ text }) => text)).intersection(new Set(come?.map(({ text }) => text)))
  const name = ({ text, unended }: DiffLine) => lineName(unended === true && both.has(text) ? `${text}\n` : text)
  return [gone, come].map((lines) => lines?.map(name).join(' ')).join('|')
}

/** Changed lines that stand together, without an unchanged one between them. */
function stretchesOf({ lines }: Hunk): readonly (readonly DiffLine[])[] {
  return runs(lines, ({ kind }) => kind !== 'context')
}

/** What comes, as it is parted by empty lines: those are other ones wherever it is put. */
function blocksOf(stretch: readonly DiffLine[]): readonly (readonly DiffLine[])[] {
  const added = stretch.filter(({ kind }) => kind === 'added')
  return runs(added, ({ text }) => text.trim() !== '')
}

function runs(lines: readonly DiffLine[], belongs: (line: DiffLine) => boolean): readonly (readonly DiffLine[])[] {
  const all: DiffLine[][] = []
  let open: DiffLine[] | undefined
  for (const line of lines) {
    if (!belongs(line)) open = undefined
    else if (open === undefined) all.push((open = [line]))
    else open.push(line)
  }
  return all
}

function saysEnough(lines: readonly DiffLine[], enough: number): boolean {
  let count = 0
  for (const { text } of lines) {
    for (const _sign of text.matchAll(/[\p{L}\p{N}]/gu)) {
      count += 1
      if (count >= enough) return true
    }
  }
  return false
}

/**
 * The name of a line: 53 bits, well mixed. It has to be fast, for there may be hundreds of thousands, and withstands nobody: two can be made
 * alike. So a part may stand somewhere by names, and nothing is let pass by them: what was there before is known by the hashes of its hunks.
 */
function lineName(line: string): string {
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < line.length; at++) {
    const unit = line.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x9e3779b1)
    other = Math.imul(other ^ unit, 0x5f356495)
  }
  one = Math.imul(one ^ (one >>> 16), 0x85ebca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2ae35)
  other = Math.imul(other ^ (other >>> 16), 0x85ebca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2ae35)
  return (0x100000000 * (other & 0x1fffff) + (one >>> 0)).toString(36)
}
