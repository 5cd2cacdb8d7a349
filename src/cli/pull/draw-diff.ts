import type { DiffView, PullView } from '../../compose.ts'
import type { ReviewThread } from '../../model/review-thread.ts'
import type { DiffLine } from '../../review/diff.ts'
import { harmless } from '../text/harmless.ts'
import type { Page } from '../text/page.ts'
import { drawThread } from './draw-thread.ts'

type File = DiffView['files'][number]

/** A diff in colour, with every thread under the line that it is about. */
export function drawDiff(diff: DiffView, { threads }: Pick<PullView, 'threads'>, page: Page): string {
  if (diff.files.length === 0) return 'Nothing differs.'
  return diff.files
    .map((file) =>
      drawFile(
        file,
        threads.filter((thread) => isOn(thread, file)),
        page,
      ),
    )
    .join('\n\n')
}

function isOn({ place, anchor }: ReviewThread, file: File): boolean {
  return (place?.path ?? anchor?.path) === file.path
}

function drawFile(file: File, threads: readonly ReviewThread[], page: Page): string {
  const moved = file.old_path === null ? '' : `${harmless(file.old_path)} → `
  const head = `${page.paint('bold', `${moved}${harmless(file.path)}`)}  ${page.paint('dim', file.change)}`
  const findings = file.findings.map((text) => page.paint('yellow', `  ! ${harmless(text)}`))
  const body = file.binary
    ? [page.paint('dim', '  These bytes are no text. Look at them before you approve.')]
    : file.hunks.flatMap((hunk) => drawHunk(hunk, threads, page))
  const elsewhere = threads.filter((thread) => !isShown(thread, file)).map((thread) => drawThread(thread, page))
  const apart = elsewhere.length === 0 ? [] : [page.paint('dim', '  on lines that this does not show')]
  return [head, ...findings, ...body, ...apart, ...elsewhere].join('\n')
}

type Hunk = File['hunks'][number]

function drawHunk(hunk: Hunk, threads: readonly ReviewThread[], page: Page): readonly string[] {
  const range = `@@ -${hunk.old.start},${hunk.old.count} +${hunk.new.start},${hunk.new.count} @@`
  const lines = hunk.lines.flatMap((line) => [
    drawLine(line, page),
    ...threads.filter((thread) => endsAt(thread, line)).map((thread) => drawThread(thread, page)),
  ])
  return [page.paint('cyan', range), ...lines]
}

/** A sign as well as a colour: nothing is said by colour alone. */
function drawLine({ kind, text, old, new: now, unended }: DiffLine, page: Page): string {
  const numbers = `${String(old ?? '').padStart(4)} ${String(now ?? '').padStart(4)}`
  const sign = { context: ' ', added: '+', removed: '-' }[kind]
  const said = `${sign} ${harmless(text)}${unended ? page.paint('dim', '  (no line break at the end)') : ''}`
  const painted = kind === 'context' ? said : page.paint(kind === 'added' ? 'green' : 'red', said)
  return `${page.paint('dim', numbers)} ${painted}`
}

/** A thread stands under the last of its lines. */
function endsAt({ anchor, place }: ReviewThread, line: DiffLine): boolean {
  if (anchor === null || place === null) return false
  return anchor.side === 'old' ? line.old === place.last && line.kind !== 'added' : line.new === place.last
}

function isShown(thread: ReviewThread, { hunks }: File): boolean {
  return hunks.some(({ lines }) => lines.some((line) => endsAt(thread, line)))
}
