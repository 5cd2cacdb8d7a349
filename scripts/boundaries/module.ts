/** One import of a file, whatever its syntax: static, re-export, dynamic, type. */
export interface Import {
  /** Undefined where the path is computed, so that nobody can say what it reaches. */
  readonly specifier: string | undefined
  readonly line: number
}

/** A source file as the boundary check sees it; paths are relative to the repository and use `/`. */
export interface Module {
  readonly file: string
  readonly imports: readonly Import[]
  /** What made the file unreadable; its imports are then unknown. */
  readonly unreadable?: string
}

/** Everything the boundary check judges. */
export interface SourceTree {
  readonly modules: readonly Module[]
  /** Every file that exists, found by another walk than the reader's; a module that was not read cannot hide. */
  readonly filesOnDisk: ReadonlySet<string>
}

/** A refused import or file: where, which rule, and what to do. */
export interface Violation {
  readonly file: string
  readonly line: number
  readonly rule: RuleName
  readonly message: string
}

type RuleName =
  | 'direction'
  | 'pure'
  | 'testing'
  | 'cycle'
  | 'unresolved'
  | 'outside'
  | 'unknown-folder'
  | 'unreadable'
  | 'not-read'

/** What counts as a module: code, in any spelling of its extension. */
export function isModule(file: string): boolean {
  return /\.[cm]?[jt]sx?$/.test(file)
}
