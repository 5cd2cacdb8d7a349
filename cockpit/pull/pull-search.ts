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
    ...(typeof file === 'string' && file !== '' && { file }),
    ...((view === 'split' || view === 'unified' || view === 'rendered') && { view }),
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
    ...(typeof path === 'string' && path !== '' && { path }),
    ...(edit === true && { edit: true }),
    ...number(given, 'round'),
  }
}

function number<Key extends string>(given: Record<string, unknown>, key: Key): { readonly [K in Key]?: number } {
  const value = given[key]
  return (Number.isInteger(value) && (value as number) > 0 ? { [key]: value } : {}) as { readonly [K in Key]?: number }
}
