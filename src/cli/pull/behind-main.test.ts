import { expect, test } from 'vitest'
import { aDeskFolder } from '../../testing/desk-folder.ts'

/** Two phases at once, of which one writes `same.md` and the other one the file that is named. */
async function twoPlans(other: string) {
  const { person, agent } = await aDeskFolder()
  const ada = person('ada')
  await ada(['login', '--solo', '--yes'])
  const leeway = await agent({ policy: 'jobs/guided' })
  const phase = (number: number, path: string) => ({
    of: { number, type: 'strategic', title: `Plan ${number}` },
    write: path,
  })
  const program = leeway.program({ name: 'plan', version: '1' }, (job) =>
    Promise.all(
      [phase(1, 'same.md'), phase(2, other)].map(({ of, write }) =>
        job.phase(of, async (workspace, feedback) => {
          await workspace.step('write', (files) => files.write(write, `${of.title}, ${feedback?.round ?? 0}\n`))
          return undefined
        }),
      ),
    ),
  )
  const { job } = await leeway.start(program, { key: 'a', input: null })
  const said = async (...argv: string[]) => (await ada(argv, { columns: 200 })).out
  const head = async (pull: string) => JSON.parse((await ada(['pr', 'show', pull, '--json'])).out).pull.head as string
  return { job, said, approve: async (pull: string) => said('pr', 'approve', pull, '--head', await head(pull)), leeway }
}

test('whoever looks at work that main has moved on from reads that it conflicts, where, and what comes next', async () => {
  const { job, said, approve, leeway } = await twoPlans('same.md')
  expect(await approve('phase-1')).toContain('is approved and will be merged')
  const main = /main {2,}has moved on since round 1, and conflicts with it in same\.md\. The agent has to bring it anew/
  await expect.poll(() => said('pr', 'show', 'phase-2'), { timeout: 20_000 }).toMatch(main)
  const approved = await approve('phase-2')
  expect(approved).not.toContain('will be merged')
  expect(approved).toMatch(/is approved, and is not merged as it is: main\shas moved on since round 1, and conflicts/)
  const listed = 'the agent: main moved on, conflict in same.md'
  await expect.poll(() => said('pr', 'list'), { timeout: 20_000 }).toContain(listed)
  expect(await said('pr', 'show', 'phase-2')).toMatch(main)
  const story = /It\sconflicts\s+in\s+same\.md;\s+the\s+agent/
  await expect.poll(() => said('job', 'show', job), { timeout: 20_000 }).toMatch(story)

  await leeway.resume(job)
  expect(await said('pr', 'show', 'phase-2')).toMatch(/round +2,/)
  expect(await said('pr', 'show', 'phase-2')).not.toContain('has moved on')
  expect(await said('pr', 'list')).not.toContain('moved on')
})

test('main that moved on without a conflict is told as that', async () => {
  const { said, approve } = await twoPlans('other.md')
  await approve('phase-1')
  const main = 'has moved on since round 1, without a conflict. The agent has to bring it anew'
  await expect.poll(() => said('pr', 'show', 'phase-2'), { timeout: 20_000 }).toContain(main)
})
