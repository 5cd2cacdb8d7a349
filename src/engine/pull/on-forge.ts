import type { Hosted, Pull } from '../../model/pull.ts'

/** What stands there is what we know. */
export const IN_STEP: Pick<Hosted, 'strayed' | 'refused'> = { strayed: null, refused: null }
/** Nobody has said or done anything there yet. */
export const NOTHING_SAID: Omit<Hosted, 'forge' | 'number' | 'url' | 'head'> = {
  ...{ heard: [], yeses: [], remarks: [], told: [], ...IN_STEP },
}

/** Changes what is known of the forge, where the pull request is shown on one. */
export function onForge(pull: Pull, next: (hosted: Hosted) => Partial<Hosted>): Pull {
  return pull.hosted === undefined ? pull : { ...pull, hosted: { ...pull.hosted, ...next(pull.hosted) } }
}
