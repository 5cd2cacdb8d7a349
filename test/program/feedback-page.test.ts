import { expect, test, vi } from 'vitest'
import { AppError } from '../../src/model/errors.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { GitWorkspaces } from '../../src/workspace/git-workspaces.ts'
import { git, held, ref, review } from './held-plan.ts'

test('the page about a review is taken away also where its writer died and somebody has said more since', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  await review(house, pull!.id, { answer: 'request_changes', text: 'Louder.' })
  await leeway.close()

  const commit = vi.spyOn(GitWorkspaces.prototype, 'commit')
  const dying = await house.open({
    policy: 'jobs/guided',
    onHold: 'throw',
    crashPoint: (at) => {
      const isTakenDown = commit.mock.lastCall?.[1].message === 'Take down the review'
      if (at === 'step:ran' && isTakenDown) throw new AppError('store_stopped')
    },
  })
  dying.program(ref('work'), (job) => job.phase(PLAN, plan))
  await expect(dying.resume(run.job)).rejects.toMatchObject({ code: 'store_stopped' })
  await dying.close()
  commit.mockRestore()
  expect(git(house, 'ls-tree', '--name-only', pull!.branch)).toContain('feedback.md')
  await review(house, pull!.id, { answer: 'comment', text: 'And shorter.' })

  const heard: (readonly string[])[] = []
  const again = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  again.program(ref('work'), (job) =>
    job.phase(PLAN, (workspace, feedback) => {
      heard.push(feedback?.remarks.map(({ text }) => text) ?? [])
      return plan(workspace, feedback)
    }),
  )
  expect(await again.resume(run.job)).toMatchObject({ status: 'held' })
  expect(heard.at(-1)).toContain('And shorter.')
  await review(house, pull!.id, { answer: 'approve' })
  expect(await again.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(git(house, 'ls-tree', '--name-only', 'main')).toBe('plan.md\nworkspace.md\n')
})
