import { harmless } from './harmless.ts'
import type { Unshown, UnshownFile } from './unshown-file.ts'

/** More bytes than this nobody reads; whoever has to downloads the file. */
export const MOST_RAW_BYTES = 256 * 1024

interface Changed extends Omit<UnshownFile, 'unshown'> {
  readonly unshown?: Unshown
}

/** Those of some changed files that are not shown in full. */
export function unshownAmong(files: readonly Changed[]): readonly UnshownFile[] {
  return files.flatMap(({ path, hash, unshown }) => (unshown === undefined ? [] : [{ path, hash, unshown }]))
}

/** Those that somebody has not marked as they are now. */
export function unseenBy<File extends Omit<UnshownFile, 'unshown'>>(
  { viewed }: { readonly viewed: Readonly<Record<string, string>> },
  files: readonly File[],
): readonly File[] {
  return files.filter(({ path, hash }) => !Object.hasOwn(viewed, path) || viewed[path] !== hash)
}

/** More than these are counted. */
const NAMED = 3

/** Their names, for a sentence. */
export function namesOf(files: readonly Pick<UnshownFile, 'path'>[]): string {
  const named = files.slice(0, NAMED).map(({ path }) => harmless(path))
  const more = files.length > NAMED ? [`and ${files.length - NAMED} more`] : []
  return [...named, ...more].join(', ')
}
