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

const MB = 1024 * 1024

/** Generous for the work of an agent, and far from what would fill a disk. */
export const PUSH_LIMITS: PushLimits = {
  packBytes: 100 * MB,
  unpackedBytes: 1024 * MB,
  fileBytes: 50 * MB,
  objects: 100_000,
  commits: 5_000,
  timeoutMs: 120_000,
}

/** A size as people say it. */
export function inMegabytes(bytes: number): string {
  return bytes >= MB ? `${Math.round(bytes / MB)} MB` : `${bytes} bytes`
}
