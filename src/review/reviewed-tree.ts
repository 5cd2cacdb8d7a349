import { attributeFindings, isAttributesFile } from './attribute-findings.ts'
import { type Diff, pathOf } from './diff.ts'
import type { Finding } from './finding.ts'
import { linkFinding } from './link-finding.ts'
import { pathFindings } from './path-findings.ts'
import { MODES, readPath, shownPath, type TreeEntry } from './tree-entry.ts'

/** Links and attributes are short; a longer one hides something. */
const MAX_READ = 64 * 1024
const KNOWN: readonly string[] = Object.values(MODES)

/** The objects of a tree whose bytes `reviewTree` wants to see: links and files of attributes. */
export function objectsToRead(entries: readonly TreeEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(isRead).map(({ object }) => object))
}

/** What a reviewer has to see in a list of files beside their text. `bytes` holds what `objectsToRead` asked for. */
export function reviewTree(entries: readonly TreeEntry[], bytes: ReadonlyMap<string, Uint8Array>): readonly Finding[] {
  return [...entries.flatMap((entry) => reviewEntry(entry, bytes.get(entry.object))), ...sameNames(entries)]
}

/** The same for one file. */
export function reviewEntry(entry: TreeEntry, bytes: Uint8Array | undefined): readonly Finding[] {
  return [...pathFindings(entry.path), ...modeFindings(entry), ...contentFindings(entry, bytes)]
}

/** Files that changed what they are: one that can be run now, or a link in place of a file. */
export function modeChanges(diff: Diff): readonly Finding[] {
  return diff
    .filter((file) => file.old !== undefined && file.new !== undefined && file.old.mode !== file.new.mode)
    .map((file) => {
      const message = `It was ${nameOf(file.old?.mode)} and becomes ${nameOf(file.new?.mode)}.`
      return { code: 'mode_change', path: pathOf(file), message, refused: false }
    })
}

function isRead({ path, mode, size = 0 }: TreeEntry): boolean {
  return size <= MAX_READ && (mode === MODES.link || isAttributesFile(path))
}

function modeFindings({ path, mode }: TreeEntry): readonly Finding[] {
  if (mode === MODES.file) return []
  const shown = shownPath(path)
  if (mode === MODES.repository) {
    const message =
      'It points to another repository, whose files nobody can review here. Take it out, or copy the files.'
    return [{ code: 'other_repository', path: shown, message, refused: true }]
  }
  if (KNOWN.includes(mode)) return []
  return [{ code: 'odd_mode', path: shown, message: `Its mode ${mode} is none that git writes.`, refused: true }]
}

function contentFindings(entry: TreeEntry, bytes: Uint8Array | undefined): readonly Finding[] {
  const { path, mode } = entry
  if (mode !== MODES.link && !isAttributesFile(path)) return []
  if (bytes === undefined) {
    const message = `A link or a file of attributes has at most ${MAX_READ} bytes.`
    return [
      {
        code: mode === MODES.link ? 'escaping_link' : 'filter_attribute',
        path: shownPath(path),
        message,
        refused: true,
      },
    ]
  }
  if (mode !== MODES.link) return attributeFindings(shownPath(path), new TextDecoder().decode(bytes))
  const found = linkFinding(path, bytes)
  return found === undefined ? [] : [found]
}

/** Names that a disk may take for one: the later file would be written over the earlier. */
function sameNames(entries: readonly TreeEntry[]): readonly Finding[] {
  const first = new Map<string, string>()
  const found: Finding[] = []
  for (const { path } of entries) {
    const text = readPath(path)
    if (text === undefined) continue
    const folded = text.normalize('NFC').toLowerCase()
    const other = first.get(folded)
    if (other === undefined) first.set(folded, shownPath(path))
    else
      found.push({
        code: 'same_name',
        path: shownPath(path),
        message: `Some computers take it for ${other}.`,
        refused: false,
      })
  }
  return found
}

function nameOf(mode: string | undefined): string {
  const names: Record<string, string> = {
    [MODES.file]: 'a file',
    [MODES.executable]: 'a file that can be run',
    [MODES.link]: 'a link',
    [MODES.repository]: 'another repository',
  }
  return names[mode ?? ''] ?? `something of mode ${mode}`
}
