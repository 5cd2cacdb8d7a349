import type { DiffView } from '../../compose.ts'
import { counted } from '../../model/counted.ts'
import { harmless } from '../../model/harmless.ts'
import type { Round } from '../../model/pull.ts'
import type { DiffLine } from '../../review/diff.ts'
import { fileOf, type ShownRounds, whereShown } from '../../review/where-shown.ts'
import { hardWrap } from '../text/hard-wrap.ts'
import type { Page } from '../text/page.ts'
import { shownCode } from '../text/shown-code.ts'
import { type DrawnThread, drawThread, drawThreadApart } from './draw-thread.ts'
import { drawUnshown, drawWarning } from './draw-unshown.ts'

type File = DiffView['files'][number]

/** A thread, and the lines that it belongs to among those that are shown; null where they are not. */
interface Placed {
  readonly thread: DrawnThread
  readonly at: ReturnType<typeof whereShown>
}

/** What a diff belongs to. */
interface Around {
  readonly threads: readonly DrawnThread[]
  readonly shown: ShownRounds
  /** The id of its pull request. */
  readonly pull: string
  /** What the agent brought back in that round as it was rejected. */
  readonly returned: Round['returned']
}

/** What stands beside the lines of a file. */
interface Marked {
  readonly threads: readonly Placed[]
  readonly flagged: ReadonlySet<string>
}

const CAME_BACK = '! came back as it was rejected'

const flagOf = (path: string, hash: string) => `${hash} ${path}`

/** A diff in colour, with every thread under the line that it is about. */
export function drawDiff(diff: DiffView, { threads, shown, pull, returned }: Around, page: Page): string {
  const flagged = new Set(returned.map(({ path, hash }) => flagOf(path, hash)))
  const byFile = Map.groupBy(threads, (thread) => fileOf(diff.files, thread))
  const files = diff.files.map((file) => {
    const placed = (byFile.get(file) ?? []).map((thread) => ({ thread, at: whereShown(thread, shown) }))
    return drawFile(file, { threads: placed, pull, flagged }, page)
  })
  const others = (byFile.get(undefined) ?? []).filter(({ anchor }) => anchor !== null)
  const apart = [
    page.paint('dim', 'on files that this does not show'),
    ...others.map((one) => drawThreadApart(one, page)),
  ]
  return [
    ...(files.length === 0 ? ['Nothing differs.'] : files),
    ...(others.length === 0 ? [] : [apart.join('\n')]),
  ].join('\n\n')
}

function drawFile(file: File, { threads, pull, flagged }: Marked & Pick<Around, 'pull'>, page: Page): string {
  const moved = file.old_path === null ? '' : `${harmless(file.old_path)} → `
  const head = `${page.paint('bold', `${moved}${harmless(file.path)}`)}  ${page.paint('dim', file.change)}`
  const findings = file.findings.flatMap((text) => drawWarning(harmless(text), page))
  const unshown = drawUnshown(file, pull, page)
  const flag = flagged.has(flagOf(file.path, file.hash)) ? [page.paint('red', `  ${CAME_BACK}`)] : []
  const body = file.hunks.flatMap((hunk) =>
    drawHunk(hunk, { threads, isFlagged: flagged.has(flagOf(file.path, hunk.hash)) }, page),
  )
  const elsewhere = threads
    .filter((placed) => !isShown(placed, file))
    .map(({ thread }) => drawThreadApart(thread, page))
  const apart = elsewhere.length === 0 ? [] : [page.paint('dim', '  on lines that this does not show')]
  return [head, ...flag, ...findings, ...unshown, ...body, ...apart, ...elsewhere].join('\n')
}

type Hunk = File['hunks'][number]

function drawHunk(
  hunk: Hunk,
  { threads, isFlagged }: Pick<Marked, 'threads'> & { readonly isFlagged: boolean },
  page: Page,
): readonly string[] {
  const range = `@@ -${hunk.old.start},${hunk.old.count} +${hunk.new.start},${hunk.new.count} @@`
  const lines = hunk.lines.flatMap((line) => [
    drawLine(line, page),
    ...threads.filter((placed) => endsAt(placed, line)).map(({ thread }) => drawThread(thread, page)),
  ])
  return [`${page.paint('cyan', range)}${isFlagged ? `  ${page.paint('red', CAME_BACK)}` : ''}`, ...lines]
}

/** A sign as well as a colour: nothing is said by colour alone. What is longer than the page goes on beside the numbers, and is never cut. */
function drawLine({ kind, text, old, new: now, unended, cut }: DiffLine, page: Page): string {
  const numbers = `${String(old ?? '').padStart(4)} ${String(now ?? '').padStart(4)}`
  const left = cut === undefined ? '' : page.paint('yellow', `  (${counted(cut, 'more character')}, not shown)`)
  const end = `${left}${unended ? page.paint('dim', '  (no line break at the end)') : ''}`
  const parts = hardWrap(shownCode(text), Math.max(NARROWEST_TEXT, page.width - numbers.length - 3))
  const coloured = (words: string) => (kind === 'context' ? words : page.paint(COLOURS[kind], words))
  return parts
    .map((part, at) => {
      const margin = at === 0 ? page.paint('dim', numbers) : ' '.repeat(numbers.length)
      const sign = at === 0 ? SIGNS[kind] : '↪'
      return `${margin} ${coloured(`${sign} ${part}${at === parts.length - 1 ? end : ''}`)}`
    })
    .join('\n')
}

const NARROWEST_TEXT = 20
const SIGNS = { context: ' ', added: '+', removed: '-' } as const
const COLOURS = { added: 'green', removed: 'red' } as const

/** A thread stands under the last of its lines. */
function endsAt({ at }: Placed, line: DiffLine): boolean {
  if (at === null) return false
  return at.side === 'old' ? line.old === at.last && line.kind !== 'added' : line.new === at.last
}

function isShown(placed: Placed, { hunks }: File): boolean {
  return hunks.some(({ lines }) => lines.some((line) => endsAt(placed, line)))
}
