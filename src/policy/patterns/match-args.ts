import { type ArgTexts, compileArgPath } from './arg-path.ts'
import type { TextMatcher, WeighedMatcher } from './glob.ts'
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

/** What is left of the effort that all rules together may take over one call. */
export interface Effort {
  left: number
}

/** Characters times the weight of the pattern that looks at them: some tenths of a second at worst. */
const MOST_EFFORT = 10_000_000

/** Enough effort for any call that people can look through. */
export function freshEffort(): Effort {
  return { left: MOST_EFFORT }
}

/** Prepares the argument patterns of one rule; all its places have to fit, and no places fit any arguments. */
export function compileArgs(
  args: Readonly<Record<string, Pattern>>,
  mode: ArgMode,
): (args: unknown, effort?: Effort) => boolean {
  const judge = JUDGES[mode]
  const places = Object.entries(args).map(([path, pattern]) => ({
    read: compileArgPath(path),
    fits: compilePattern(pattern),
  }))
  return (given, effort = freshEffort()) => {
    for (const { read, fits } of places) {
      // Once it is spent, nothing more is even read.
      const texts = effort.left < 0 ? undefined : affordable(read(given), fits, effort)
      if (!judge(texts, fits)) return false
    }
    return true
  }
}

/** Where there is too much for all rules together, nobody can tell either. */
function affordable(texts: ArgTexts | undefined, { weight }: WeighedMatcher, effort: Effort): ArgTexts | undefined {
  if (texts === undefined) return undefined
  let length = 0
  for (const text of texts.leaves) length += text.length + 1
  for (const text of texts.lists) length += text.length + 1
  effort.left -= length * weight
  return effort.left < 0 ? undefined : texts
}
