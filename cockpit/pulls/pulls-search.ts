/** What the address of the list of pull requests may say. */
export interface PullsSearch {
  readonly ended?: boolean | undefined
}

/** Reads the address; what makes no sense is left out. */
export function readPullsSearch(given: Record<string, unknown>): PullsSearch {
  return given['ended'] === true ? { ended: true } : {}
}
