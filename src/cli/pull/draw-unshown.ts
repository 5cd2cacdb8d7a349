import type { DiffView } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { shellWord } from '../../model/shell-word.ts'
import { sidesText, UNSHOWN_TEXTS } from '../../review/unshown-text.ts'
import type { Page } from '../text/page.ts'
import { visibleWidth } from '../text/visible-width.ts'
import { wrap } from '../text/wrap.ts'

type File = DiffView['files'][number]

/** What stands for what the lines of a file do not show, and how to have it whole; nothing where they show all. */
export function drawUnshown(file: File, pull: string, page: Page): readonly string[] {
  if (file.unshown === undefined) return []
  const facts = [UNSHOWN_TEXTS[file.unshown], ...sidesText(file)]
  return [...facts.flatMap((text) => drawWarning(text, page)), ...drawHowToHave(file, pull, page)]
}

/** An agent chose the name. What would act on the terminal is no command that anybody could paste. */
function drawHowToHave({ path, old_path, new: now }: File, pull: string, page: Page): readonly string[] {
  const name = now === null ? (old_path ?? path) : path
  if (harmless(name) !== name) return []
  const old = now === null ? ' --old' : ''
  const command = `${page.spell(`leeway pr file ${pull}`)} ${shellWord(name)}${old} --out FILE`
  const line = `    Have it whole:  ${command}`
  // A command is copied whole, so that it has a line of its own where it does not fit.
  return visibleWidth(line) <= page.width ? [line] : ['    Have it whole:', `      ${command}`]
}

/** What a reviewer has to know of a file, behind a sign. */
export function drawWarning(text: string, page: Page): readonly string[] {
  return wrap(text, page.width - 6).map((line, at) => page.paint('yellow', `${at === 0 ? '  ! ' : '    '}${line}`))
}
