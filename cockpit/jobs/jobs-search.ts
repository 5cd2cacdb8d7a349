/** What the address of the list of jobs says. */
export interface JobsSearch {
  /** Also jobs that run by themselves. */
  readonly mid?: true | undefined
  readonly ended?: true | undefined
  readonly agent?: string | undefined
}

/** Reads the address of the list of jobs; what is not known counts as not said. */
export function readJobsSearch(given: Readonly<Record<string, unknown>>): JobsSearch {
  return {
    mid: given['mid'] === true ? true : undefined,
    ended: given['ended'] === true ? true : undefined,
    agent: typeof given['agent'] === 'string' && given['agent'] !== '' ? given['agent'] : undefined,
  }
}
