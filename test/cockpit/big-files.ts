const FILES = 30
const LINES = 170

/** Thirty files of some five thousand lines together, all of them new. */
export function changedFiles(): readonly { readonly path: string; readonly lines: readonly string[] }[] {
  return Array.from({ length: FILES }, (_, file) => ({
    path: `src/part-${String(file).padStart(2, '0')}/module.ts`,
    lines: Array.from(
      { length: LINES },
      (_line, at) => `  const value${at} = compute(${file}, ${at}, { retry: true }) // line ${at}`,
    ),
  }))
}
