import type { QueryClient } from '@tanstack/react-query'
import type { GivenTo, OutputOf } from '../../src/api/operations.ts'
import type { Checkpoint } from '../../src/model/checkpoint.ts'
import { api } from './api.ts'
import { underKey } from './under-key.ts'
import { refreshCheckpoints } from './use-checkpoint.ts'

/** An answer to exactly what was on the screen. */
export interface GivenAnswer {
  readonly checkpoint: Pick<Checkpoint, 'id' | 'content_hash'>
  readonly review: GivenTo<'answer_checkpoint'>['review']
  readonly batch?: boolean
  readonly proof?: Pick<GivenTo<'answer_checkpoint'>, 'code' | 'assertion'> | undefined
}

/** Answers what is held, and looks at what became of it, also when somebody else was faster. */
export async function giveAnswer(
  client: QueryClient,
  { checkpoint: { id, content_hash }, review, batch = false, proof }: GivenAnswer,
): Promise<OutputOf<'answer_checkpoint'>> {
  const given = { checkpoint: id, content_hash, review, batch }
  try {
    // Whoever proves it anew still gives the same answer.
    return await underKey(given, (key) => api.call('answer_checkpoint', { ...given, ...proof }, { key }))
  } finally {
    await refreshCheckpoints(client, [id])
  }
}
