import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { KnownHunk } from '../model/pull.ts'
import type { DiffLine, Hunk } from './diff.ts'
import { hunkHash, said } from './hunk-hash.ts'

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
    does: isTelling ? stretches.map((lines) => shortHash(lines.map(said))) : [],
    adds: saysEnough(added.flat(), TELLING_ELSEWHERE)
      ? added.map((lines) => shortHash(lines.map(({ text }) => text)))
      : [],
  }
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

/** Whoever makes two of these alike is told that the one is the other, and gains nothing: so few digits are enough. */
function shortHash(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(value)))).slice(0, 16)
}
