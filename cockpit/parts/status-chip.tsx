import type { CheckpointStatus } from '../../src/model/checkpoint-status.ts'

const TONES: Readonly<Partial<Record<CheckpointStatus, string>>> = {
  approved: 'allow',
  answered: 'allow',
  rejected: 'deny',
  expired: 'ask',
}

/** What became of something that was held, in a word. */
export function StatusChip({ status }: { readonly status: CheckpointStatus }) {
  return <span className={`chip ${TONES[status] ?? ''}`}>{status}</span>
}
