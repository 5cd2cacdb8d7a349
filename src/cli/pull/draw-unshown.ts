import type { DiffView } from '../../compose.ts'
import { harmless } from '../../model/harmless.ts'
import { shellWord } from '../../model/shell-word.ts'
import { sidesText, UNSHOWN_TEXTS } from '../../review/unshown-text.ts'
import type { Page } from '../text/page.ts'

type File = DiffView['files'][number]

/** What stands for what the lines of a file do not show, and how to have it whole; nothing where they show all. */
export function drawUnshown(file: File, pull: string, page: Page): readonly string[] {
  if (file.unshown === undefined) return []
  const facts = [UNSHOWN_TEXTS[file.unshown], ...sidesText(file)]
  return [...facts.map((text) => page.paint('yellow', `  ! ${text}`)), ...drawHowToHave(file, pull, page)]
}

/** An agent chose the name. What would act on the terminal is no command that anybody could paste. */
function drawHowToHave({ path, old_path, new: now }: File, pull: string, page: Page): readonly string[] {
  const name = now === null ? (old_path ?? path) : path
  if (harmless(name) !== name) return []
  const old = now === null ? ' --old' : ''
  return [`    ${page.spell(`Have it whole:  leeway pr file ${pull}`)} ${shellWord(name)}${old} --out FILE`]
}
