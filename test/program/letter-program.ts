import type { Leeway } from '../../src/sdk/leeway.ts'

/** A program with a call of every kind. Each effect is one line, so that a doubled one shows. */
export function letterProgram(leeway: Leeway, effect: (line: string) => void) {
  const stamp = leeway.program({ name: 'stamp', version: '1' }, (job) => job.step('stamp', () => effect('stamp')))
  return leeway.program({ name: 'letter', version: '1' }, async (job, to: string) => {
    const text = await job.phase('write', async () => {
      await job.step('draft', () => effect('draft'))
      await job.step('charge', () => effect('charge'), { once: true })
      return `Dear ${to}`
    })
    await job.child('clerk', { program: stamp, input: null })
    const looked = await job.gate({ kind: 'checkpoint', type: 'deliverable' }, { around: { deliverable: text } })
    if (!looked.go) return looked.outcome
    await job.run({ tool: 'send', args: { to } }, () => effect('send'))
    return text
  })
}
