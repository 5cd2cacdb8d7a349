import type { Checkpoint } from '../../src/model/checkpoint.ts'

type Ended = Pick<Checkpoint, 'status' | 'resolution'>

/** What became of a checkpoint and by whom, as the end of a sentence; nothing while it waits. */
export function becameText({ status, resolution }: Ended): string {
  if (status === 'pending') return ''
  const by = byWhom(resolution)
  return by === null ? status : `${status} by ${by}`
}

/** The person or agent who ended it; null where it ended by itself. */
export function byWhom(resolution: Ended['resolution']): string | null {
  return resolution === null || resolution.by.kind === 'system' ? null : resolution.by.id
}
