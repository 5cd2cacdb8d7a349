// A program on the durable verbs. Kill it anywhere and run it again: it goes on from what is recorded.
import { openLeeway } from '../../src/index.ts'

const leeway = await openLeeway({ agent: 'analyst', policy: 'workers/semi_supervised' })

const research = leeway.program({ name: 'research', version: '1' }, async (job, topic: string) =>
  job.step('look it up', () => `three facts about ${topic}`),
)

const report = leeway.program({ name: 'report', version: '1' }, async (job, topic: string) => {
  const draft = await job.phase('draft', async () => {
    const found = await job.child('researcher', { program: research, input: topic })
    return job.step('write', () => `Report: ${found.status === 'completed' ? found.result : 'nothing found'}`)
  })
  const review = await job.gate({ kind: 'checkpoint', type: 'deliverable' }, { around: { deliverable: draft } })
  if (!review.go) return `not published: ${review.outcome}`
  await job.step('publish', () => console.log(draft), { once: true })
  return 'published'
})

console.log(await leeway.start(report, { key: 'tea', input: 'tea' }))
await leeway.close()
