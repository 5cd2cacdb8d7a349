// The checkpoint interface of worker systems, held durably: the worker offers, a person with a token decides.
import { CheckpointRejectedError, maybeCheckpoint, openLeeway, PendingReviewer } from '../../src/index.ts'

const leeway = await openLeeway({ agent: 'analyst' })
const handler = new PendingReviewer(await leeway.checkpointStore())

try {
  const work = { workerName: 'analyst', phase: 'strategy', deliverable: 'Draft report', type: 'deliverable' }
  const go = await maybeCheckpoint({ ...work, level: 'semi_supervised', handler })
  console.log(go ? 'going on' : 'held: run me again after the decision')
} catch (error) {
  if (!(error instanceof CheckpointRejectedError)) throw error
  console.log('rejected:', error.reason)
}
await leeway.close()
