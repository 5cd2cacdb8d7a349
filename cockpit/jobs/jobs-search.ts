/** What the address of the list of jobs says, in the words of the API and of the systems that people come from. */
export interface JobsSearch {
  /** Also jobs that run by themselves: those with `display_mode: mid_process`. */
  readonly include_mid_process?: 1 | undefined
  readonly ended?: true | undefined
  readonly agent?: string | undefined
}

/** Reads the address of the list of jobs; what is not known counts as not said. */
export function readJobsSearch(given: Readonly<Record<string, unknown>>): JobsSearch {
  return {
    include_mid_process: isMid(given) ? 1 : undefined,
    ended: given['ended'] === true ? true : undefined,
    agent: typeof given['agent'] === 'string' && given['agent'] !== '' ? given['agent'] : undefined,
  }
}

const YES: ReadonlySet<unknown> = new Set([1, true, '1', 'true'])

/** Links that name the mode of what they want to see lead there too. */
function isMid({ include_mid_process, display_mode }: Readonly<Record<string, unknown>>): boolean {
  return YES.has(include_mid_process) || display_mode === 'mid_process'
}
