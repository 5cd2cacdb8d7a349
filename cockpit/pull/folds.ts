import type { ShownFile } from './row.ts'

/** What somebody has folded and unfolded, by paths. */
export type Folds = ReadonlyMap<string, boolean>

/** Notes it. On a narrow page one file is open at a time, so that opening one folds the one that was. */
export function withFold(before: Folds, { path, isFolded }: { path: string; isFolded: boolean }, isNarrow: boolean) {
  const kept = isNarrow && !isFolded ? [...before].filter(([, isShut]) => isShut) : before
  return new Map(kept).set(path, isFolded)
}

/** Which files are folded: what is done with, and on a narrow page all but the one that is looked at. */
export function foldedOf(
  files: readonly ShownFile[],
  folds: Folds,
  { isDone, isNarrow }: { readonly isDone: (file: ShownFile) => boolean; readonly isNarrow: boolean },
): (file: ShownFile) => boolean {
  const isShut = (file: ShownFile) => folds.get(file.path) ?? isDone(file)
  if (!isNarrow) return isShut
  const open = files.find(({ path }) => folds.get(path) === false) ?? files.find((file) => !isShut(file))
  return (file) => file.path !== open?.path
}
