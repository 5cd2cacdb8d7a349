import type { AttemptId, CheckpointId, GrantId, JobId, PasskeyId, TokenId } from '../model/ids.ts'
import { randomText } from './random-text.ts'

interface Ids {
  readonly job: JobId
  readonly chk: CheckpointId
  readonly att: AttemptId
  readonly grt: GrantId
  readonly tok: TokenId
  readonly psk: PasskeyId
}

/**
 * An id that nobody else has, and that tells what it names. It begins with the time, so that what is new stands side by side in
 * every index, and the rest can't be guessed.
 */
export function newId<Prefix extends keyof Ids>(prefix: Prefix): Ids[Prefix] {
  const time = Date.now().toString(36).padStart(9, '0')
  return `${prefix}_${time}${randomText()}` as Ids[Prefix]
}
