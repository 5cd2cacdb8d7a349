import type { Desk, PullView } from '../../compose.ts'
import { AppError } from '../../model/errors.ts'
import { namesOf, unseenBy } from '../../model/unshown-words.ts'
import type { Io } from '../io.ts'
import { confirm, isTerminal } from '../person/terminal.ts'
import { pageOf } from '../text/page.ts'
import { drawUnshown } from './draw-unshown.ts'

/** How somebody says that they have looked. */
interface Saying {
  /** In the call itself. */
  readonly isSeen: boolean
  readonly io: Io
}

/**
 * Whoever approves has had what the diff does not show: downloaded, marked, or they say so now. What they say is kept as their mark, so
 * that the log tells it.
 */
export async function requireSeen(desk: Desk, view: PullView, { isSeen, io }: Saying): Promise<void> {
  const { id } = view.pull
  const unseen = unseenBy(view.marks, view.unshown)
  if (unseen.length === 0) return
  if (!isSeen) {
    const { files } = await desk.pulls.diff(id)
    const shown = files.filter(({ path }) => unseen.some((one) => one.path === path))
    // Whoever reads data has to know it too.
    const page = isTerminal(io) ? io.stdout : io.stderr
    page.write(`${shown.map((file) => drawOne(file, id, io)).join('\n')}\n`)
    if (!isTerminal(io) || !(await confirm(io, 'Have you looked at all of this, whole?'))) throw notSeen(id, unseen)
  }
  await desk.pulls.markFiles(id, Object.fromEntries(unseen.map(({ path, hash }) => [path, hash])))
}

type File = Parameters<typeof drawUnshown>[0]

function drawOne(file: File, id: string, io: Io): string {
  const page = pageOf(io)
  return [page.paint('bold', namesOf([file])), ...drawUnshown(file, id, page)].join('\n')
}

function notSeen(id: string, unseen: Parameters<typeof namesOf>[0]): AppError {
  const message = `Nothing was approved: the diff of ${id} does not show all of ${namesOf(unseen)}.`
  const next = 'Have each whole and look. If you have, say the same again with  --seen'
  return new AppError('unseen_files', [], { message, details: { next } })
}
