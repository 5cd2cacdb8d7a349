import { SUMMARIES } from '../command-list.ts'
import { visibleWidth } from './visible-width.ts'
import { wrap } from './wrap.ts'

/** A command of ours as somebody types it, up to where its sentence ends or goes on. */
const COMMAND = new RegExp(
  String.raw`(?<=[:?] +)((?:npx |npm [^:]*?run -s )?leeway (?:-- )?(?:${[...SUMMARIES.keys()].join('|')})(?![\w-]).*?)(?=[.,;](?: |$)|$)`,
  'g',
)

/** What stands for a space that nothing is broken at. */
const GLUE = '\u0000'

/** Plain sentences of ours in lines of at most this many columns. A command stays whole, on a line of its own where it does not fit beside its words. */
export function fitText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => (visibleWidth(line) <= width ? [line] : fitLine(line, width)))
}

function fitLine(line: string, width: number): readonly string[] {
  const parts = line.split(COMMAND)
  return parts.flatMap((part, index) => {
    if (index % 2 === 1) return [`  ${part}`]
    const prose = part.replace(/^[.,;] */, '').trim()
    return prose === '' ? [] : wrap(glued(prose), width).map((one) => one.replaceAll(GLUE, ' '))
  })
}

/** What is quoted as code is copied whole. */
function glued(prose: string): string {
  return prose.replaceAll(/`[^`]*`/g, (code) => code.replaceAll(' ', GLUE))
}
