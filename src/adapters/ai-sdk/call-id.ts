import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { CheckpointId, type JobId } from '../../model/ids.ts'

/** The name of the checkpoint that holds a call, so that another process finds it by the call alone. */
export function checkpointOf(job: JobId, toolCallId: string): CheckpointId {
  const named = utf8ToBytes(JSON.stringify([job, toolCallId]))
  return CheckpointId.parse(`chk_${bytesToHex(sha256(named)).slice(0, 32)}`)
}

/** The key of a call within its job: brought again, it is the same call. */
export function keyOf(toolCallId: string): string {
  return `ai:${toolCallId}`
}
