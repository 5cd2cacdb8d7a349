/** What the address of a review may say. */
export interface PullSearch {
  readonly view?: 'split' | 'unified' | 'rendered' | undefined
  readonly round?: number | undefined
  /** Compare with this round instead of the base. */
  readonly since?: number | undefined
  /** The file whose lines stand behind the `#`. */
  readonly file?: string | undefined
}

/** Reads the address; what makes no sense is left out. */
export function readPullSearch(given: Record<string, unknown>): PullSearch {
  const { view, file } = given
  return {
    file: word(file),
    view: view === 'split' || view === 'unified' || view === 'rendered' ? view : undefined,
    ...number(given, 'round'),
    ...number(given, 'since'),
  }
}

/** What the address of the files of a round may say. */
export interface FilesSearch {
  readonly round?: number | undefined
  readonly path?: string | undefined
  readonly edit?: boolean | undefined
}

/** Reads the address of a file. */
export function readFilesSearch(given: Record<string, unknown>): FilesSearch {
  const { path, edit } = given
  return {
    path: word(path),
    edit: edit === true ? true : undefined,
    ...number(given, 'round'),
  }
}

function word(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** What can't be read is undefined and not left out: the router goes on with what the address says of anything that is left out. */
function number<Key extends string>(
  given: Record<string, unknown>,
  key: Key,
): { readonly [K in Key]: number | undefined } {
  const value = given[key]
  const isNumber = typeof value === 'number' && Number.isInteger(value) && value > 0
  return { [key]: isNumber ? value : undefined } as { readonly [K in Key]: number | undefined }
}
