import { attributeFindings, isAttributesFile } from './attribute-findings.ts'
import { type Diff, pathOf } from './diff.ts'
import type { Finding } from './finding.ts'
import { linkFinding } from './link-finding.ts'
import { pathFindings } from './path-findings.ts'
import { MODES, readPath, shownPath, type TreeEntry } from './tree-entry.ts'

/** Links and attributes are short; a longer one hides something. */
const MAX_READ = 64 * 1024
const KNOWN: readonly string[] = Object.values(MODES)

/** The objects of files whose bytes `reviewEntry` wants to see: links and files of attributes. */
export function objectsToRead(entries: readonly TreeEntry[]): ReadonlySet<string> {
  return new Set(entries.filter(isRead).map(({ object }) => object))
}

/** What a reviewer has to see in a file beside its text. `bytes` are those that `objectsToRead` asked for. */
export function reviewEntry(entry: TreeEntry, bytes: Uint8Array | undefined): readonly Finding[] {
  return [
    ...pathFindings(entry.path),
    ...modeFindings(entry),
    ...modulesFindings(entry),
    ...contentFindings(entry, bytes),
  ]
}

/** Files that changed what they are, or begin as something else than a plain file: one that can be run, or a link. */
export function modeChanges(diff: Diff): readonly Finding[] {
  return diff.flatMap((file) => {
    const [before, now] = [file.old?.mode, file.new?.mode]
    if (now === undefined || now === (before ?? MODES.file)) return []
    const message =
      before === undefined ? `It is ${nameOf(now)}.` : `It was ${nameOf(before)} and becomes ${nameOf(now)}.`
    return [{ code: 'mode_change', path: pathOf(file), message, refused: false }]
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

/** Git reads which other repositories belong to a tree from this file. */
const MODULES_FILE = /(?:^|\/)\.gitmodules$/i

function modulesFindings({ path }: TreeEntry): readonly Finding[] {
  if (!MODULES_FILE.test(readPath(path) ?? '')) return []
  const message =
    'It tells git which other repositories to fetch into the tree on the computer of whoever clones. Leeway holds none of them.'
  return [{ code: 'other_repository', path: shownPath(path), message, refused: false }]
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

function nameOf(mode: string | undefined): string {
  const names: Record<string, string> = {
    [MODES.file]: 'a file',
    [MODES.executable]: 'a file that can be run',
    [MODES.link]: 'a link',
    [MODES.repository]: 'another repository',
  }
  return names[mode ?? ''] ?? `something of mode ${mode}`
}
