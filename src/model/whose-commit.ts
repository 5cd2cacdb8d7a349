/** Who put a commit on the branch, and what it says of itself: anybody can write any author into it. */
export function whoseCommit({
  author,
  pushed_by,
}: {
  readonly author: string
  readonly pushed_by: string | null
}): string {
  return pushed_by === null || pushed_by === author ? author : `${pushed_by} (it names ${author} as its author)`
}
