/** What `git diff-tree --raw -p` wrote of two trees, taken apart. */
export interface Patch {
  /** The list at the top: every file that differs, without its lines. */
  readonly list: Uint8Array
  /** The part of each file, in the order of the list; of a file that became something else there are two. Null stands for one that is left out. */
  readonly parts: readonly (Uint8Array | null)[]
  /** There are more parts than these, and nobody has looked at them. */
  readonly isCut: boolean
}
