import type { ThreadKind } from '../../src/model/review-thread.ts'

export type { Draft } from '../../src/model/review-thread.ts'

/** What a comment can ask for. The model's own list comes with its schemas, which a browser does not need. */
export const THREAD_KINDS = ['blocking', 'suggestion', 'question', 'nit'] as const satisfies readonly ThreadKind[]
