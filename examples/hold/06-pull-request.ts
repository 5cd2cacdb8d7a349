// A phase that ends in a pull request. Run it again after a review: it brings the next round, or is merged.
import { openLeeway } from '../../src/index.ts'

const PLAN = '# Tea in the office\n\n1. Buy a kettle\n2. Ask who drinks what\n'

const leeway = await openLeeway({ agent: 'planner', policy: 'jobs/guided' })

const tea = leeway.program({ name: 'tea', version: '1' }, (job) =>
  job.phase({ number: 1, type: 'strategic', title: 'Tea in the office' }, async (workspace, feedback) => {
    // Approved, with comments: they are answered, and what was approved is merged as it is.
    if (feedback?.verdict === 'approved') {
      const later = { did: 'declined', text: 'Next time.' } as const
      return {
        answers: feedback.unanswered.map((thread) => ({ thread, ...later })),
        remarks: feedback.remarks.map(({ number }) => ({ number, ...later })),
      }
    }
    // Without feedback it is the first round; afterwards people have said what they want otherwise.
    await workspace.step('write the plan', async (files) => {
      const said = (feedback?.threads ?? []).map(({ messages }) => `- ${messages.at(-1)?.text}\n`)
      files.write('plan.md', `${(await files.read('plan.md')) ?? PLAN}${said.join('')}`)
    })
    const text = 'It stands at the end of the plan.'
    return {
      description: 'What we need, and who is asked.',
      answers: (feedback?.unanswered ?? []).map((thread) => ({ thread, did: 'fixed', text })),
      remarks: (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text })),
    }
  }),
)

const run = await leeway.start(tea, { key: 'tea' })
console.log(run.status === 'held' ? 'held: review it with leeway pr, or in the browser' : run)
await leeway.close()
