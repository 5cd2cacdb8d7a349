const MB = 1024 * 1024

/** What may be brought at once, by a push or by a commit through Leeway: generous for the work of an agent, and far from what fills a disk. */
export const TREE_LIMITS = {
  fileBytes: 50 * MB,
  /** Bytes as they are handed over: packed by a push, and as they are by whoever writes files. */
  sentBytes: 100 * MB,
  /** Changed files and the folders that they lie in: more would keep the process from everything else, and nobody reviews as many. */
  files: 50_000,
} as const

/** A size as people say it, never less than it is. */
export function inMegabytes(bytes: number): string {
  return bytes >= MB ? `${Math.ceil(bytes / MB)} MB` : `${bytes} bytes`
}
