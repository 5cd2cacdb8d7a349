import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type DiffLine, type FileDiff, type Hunk, pathOf } from './diff.ts'

/** The name of a hunk within its file: what it takes out and puts in, wherever that is and whatever the file is called by now. */
export function hunkHash({ lines }: Hunk): string {
  const changes = lines.filter(({ kind }) => kind !== 'context')
  return hashOf(['hunk', changes.map(said)])
}

/**
 * The name of all that happened to a file; as long as it is the same, there is nothing new to see. The same lines put in elsewhere are
 * something else, and a text may say the same in many places: so it goes by where the changes stand, too, and by the lines around them.
 */
export function fileHash(file: FileDiff): string {
  const path = pathOf(file)
  const hunks = file.hunks.map(({ old, lines }) => [old.start, lines.map(said)])
  // A new mode, a new name and bytes that are no text are in no hunk.
  const isPlain = file.status === 'modified' && !file.binary && file.old?.mode === file.new?.mode
  return hashOf(['file', path, isPlain ? hunks : [headHash(file), ...hunks]])
}

/** One line as names are made of it. */
function said({ kind, text, unended }: DiffLine): readonly unknown[] {
  return [kind, text, unended === true]
}

/** Bytes that are no text are named by their object, because no hunk names them. */
function headHash({ status, old, new: now, binary }: FileDiff): string {
  const side = (of: typeof old) => (of === undefined ? null : [of.path, of.mode, ...(binary ? [of.object] : [])])
  return hashOf(['head', status, side(old), side(now), binary])
}

function hashOf(value: unknown): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(value))))
}
