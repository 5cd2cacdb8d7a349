import { type ArgTexts, compileArgPath } from './arg-path.ts'
import type { TextMatcher } from './glob.ts'
import { compilePattern, type Pattern } from './pattern.ts'

/** How strictly a place has to fit: `any` for rules that hold or refuse, `every` for rules that let pass. */
export type ArgMode = 'any' | 'every'

type Judge = (texts: ArgTexts | undefined, fits: TextMatcher) => boolean

/** In doubt a rule that holds applies, and a rule that lets pass does not. */
const JUDGES: Readonly<Record<ArgMode, Judge>> = {
  any: (texts, fits) => texts === undefined || texts.leaves.some(fits) || texts.lists.some(fits),
  every: (texts, fits) =>
    texts !== undefined && !texts.isPartial && texts.leaves.length > 0 && texts.leaves.every(fits),
}

/** Prepares the argument patterns of one rule; all its places have to fit, and no places fit any arguments. */
export function compileArgs(args: Readonly<Record<string, Pattern>>, mode: ArgMode): (args: unknown) => boolean {
  const judge = JUDGES[mode]
  const places = Object.entries(args).map(([path, pattern]) => ({
    read: compileArgPath(path),
    fits: compilePattern(pattern),
  }))
  return (given) => {
    for (const { read, fits } of places) if (!judge(read(given), fits)) return false
    return true
  }
}
