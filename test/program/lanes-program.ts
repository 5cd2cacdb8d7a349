import type { Leeway } from '../../src/sdk/leeway.ts'

/** A program with two phases at once: one asks, and the other works on when that is done. Each effect is one line. */
export function lanesProgram(leeway: Leeway, effect: (line: string) => void) {
  return leeway.program({ name: 'lanes', version: '1' }, async (job, to: string) => {
    const asked = Promise.withResolvers<void>()
    const asks = job.phase('asks', async () => {
      const looked = await job.gate({ kind: 'checkpoint', type: 'deliverable' }).finally(asked.resolve)
      await job.step('sign', () => effect('sign'))
      return looked.outcome
    })
    const works = job.phase('works', async () => {
      await asked.promise
      await job.step('draft', () => effect('draft'))
      await job.step('charge', () => effect('charge'), { once: true })
      return `Dear ${to}`
    })
    const [outcome, text] = await Promise.all([asks, works])
    return outcome === 'approved' ? text : outcome
  })
}
