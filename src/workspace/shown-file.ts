import type { ShownFile } from '../engine/ports.ts'
import type { ChangedFile } from '../model/pull.ts'
import { cutLine } from '../review/cut-line.ts'
import { type FileDiff, pathOf } from '../review/diff.ts'
import { fileHash, hunkHash } from '../review/hunk-hash.ts'
import { knownHunk } from '../review/known-hunk.ts'
import { whyUnshown } from '../review/why-unshown.ts'

/** What a round keeps of a changed file: names of what changes, and not the lines. */
export function changedFile(file: FileDiff): ChangedFile {
  const now = file.new === undefined ? null : { mode: file.new.mode, object: file.new.object }
  return { ...named(file), now, hunks: file.hunks.map(knownHunk) }
}

/** A changed file as a reviewer sees it, with what they have to know beside its lines. */
export function shownFile(file: FileDiff, findings: readonly string[]): ShownFile {
  return {
    ...named(file),
    old: file.old ?? null,
    new: file.new ?? null,
    binary: file.binary,
    // The hash is of the whole lines, whatever is shown of them.
    hunks: file.hunks.map((hunk) => ({ ...hunk, lines: hunk.lines.map(cutLine), hash: hunkHash(hunk) })),
    findings,
  }
}

function named(file: FileDiff): Omit<ChangedFile, 'hunks' | 'now'> {
  const path = pathOf(file)
  const old_path = file.old !== undefined && file.old.path !== path ? file.old.path : null
  const unshown = whyUnshown(file)
  return { path, old_path, change: file.status, hash: fileHash(file), ...(unshown && { unshown }) }
}
