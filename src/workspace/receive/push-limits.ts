import { TREE_LIMITS } from '../../review/tree-limits.ts'

/** What one push may cost. */
export interface PushLimits {
  /** Bytes as they are sent. */
  readonly packBytes: number
  /** Bytes of all objects, unpacked. */
  readonly unpackedBytes: number
  readonly fileBytes: number
  readonly objects: number
  readonly commits: number
  readonly timeoutMs: number
}

/** Git and its history cost something beside the files. */
export const PUSH_LIMITS: PushLimits = {
  packBytes: TREE_LIMITS.sentBytes,
  unpackedBytes: 1024 * 1024 * 1024,
  fileBytes: TREE_LIMITS.fileBytes,
  objects: 100_000,
  commits: 5_000,
  timeoutMs: 120_000,
}
