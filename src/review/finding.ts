/** What a reviewer has to see in a tree beside its text, in one word that programs may rely on. */
export const FINDING_CODES = [
  'invalid_utf8',
  'hidden_character',
  'control_character',
  'look_alike',
  'bad_path',
  'path_too_long',
  'too_large',
  'git_folder',
  'unwritable_name',
  'escaping_link',
  'link_for_git',
  'other_repository',
  'odd_mode',
  'filter_attribute',
  'attribute',
  'mode_change',
  'literal_secret',
] as const
export type FindingCode = (typeof FINDING_CODES)[number]

/** One such thing, with where it is and what to do about it. */
export interface Finding {
  readonly code: FindingCode
  /** As it may be shown: whatever could deceive the eye is escaped. */
  readonly path: string
  readonly message: string
  /** A push with it is refused; anything else is shown beside the file. */
  readonly refused: boolean
}
