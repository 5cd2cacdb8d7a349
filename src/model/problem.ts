/** What can be wrong with an input, in one word that programs may rely on. */
export const PROBLEM_CODES = [
  'bad_json',
  'bad_yaml',
  'duplicate_key',
  'too_deep',
  'too_large',
  'bad_encoding',
  'hidden_character',
  'misleading_pattern',
  'unreadable_file',
  'forbidden_key',
  'unknown_key',
  'missing_key',
  'invalid_type',
  'invalid_value',
  'unknown_preset',
  'ambiguous_preset',
  'unknown_name',
] as const
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** One thing wrong with an input: what, where, and what to do about it. */
export interface Problem {
  readonly code: ProblemCode
  /** A whole sentence that names the offending value and, where it can, the nearest right one. */
  readonly message: string
  /** JSON pointer to the place, `''` for the whole. */
  readonly path: string
  /** The file as it was named by whoever asked for it. */
  readonly file?: string
  /** Counted from 1, as editors do. */
  readonly line?: number
  /** Counted from 1, in UTF-16 units. */
  readonly column?: number
}
