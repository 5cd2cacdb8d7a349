import type { DiffView } from '../api/pull-views.ts'

type ShownFile = DiffView['files'][number]
type Hunk = ShownFile['hunks'][number]

/** One hunk of lines written as in a patch: the sign, then the text. */
export function aHunk(start: number, lines: readonly string[], hash = `hunk-${start}`): Hunk {
  let [old, now] = [start, start]
  const shown = lines.map((line) => {
    const text = line.slice(1)
    if (line[0] === '-') return { kind: 'removed', text, old: old++ } as const
    if (line[0] === '+') return { kind: 'added', text, new: now++ } as const
    return { kind: 'context', text, old: old++, new: now++ } as const
  })
  return { hash, old: { start, count: old - start }, new: { start, count: now - start }, lines: shown }
}

/** A changed file, as a reviewer is shown it. */
export function aShownFile(path: string, hunks: readonly Hunk[], more: Partial<ShownFile> = {}): ShownFile {
  const side = { path, mode: '100644', object: 'a'.repeat(40) }
  return {
    ...{ path, old_path: null, change: 'modified', hash: `hash of ${path}`, old: side, new: side, binary: false },
    ...{ hunks, findings: [], ...more },
  }
}
