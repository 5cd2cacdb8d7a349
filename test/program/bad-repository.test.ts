import { readdirSync, rmSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { aHouse, type House } from '../../src/testing/house.ts'
import { git, held } from './held-plan.ts'

/** The one repository of a house. */
function repositoryOf({ root }: House): string {
  const folder = join(root, '.leeway', 'repositories')
  return join(folder, readdirSync(folder)[0] ?? '')
}

test('a branch that somebody deletes under review is not merged: main stays, and the pull request goes with its job', async () => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, run, pull } = await held(house)
  const main = git(house, 'rev-parse', 'main')
  git(house, 'update-ref', '-d', 'refs/heads/phase-1-strategic')
  await house.answerAll({ answer: 'approve' })
  expect(await leeway.resume(run.job)).toMatchObject({
    status: 'failed',
    error: { message: expect.stringContaining('There is no branch "phase-1-strategic"') },
  })
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  expect((await house.desk.pulls.list()).rows).toEqual([])
  const { pull: after, job_status } = await house.desk.pulls.read(pull!.id)
  expect({ after, job_status }).toMatchObject({ after: { status: 'closed', commit: null }, job_status: 'failed' })
})

/** Every file that holds objects, made unreadable in one way or another. */
const DAMAGE = [
  ['cut short', (file: string) => truncateSync(file, 20)],
  ['gone', (file: string) => rmSync(file)],
] as const

test.for(DAMAGE)('objects that are %s are told to whoever looks, and nothing is merged', async ([, damage]) => {
  const house = await aHouse()
  await house.desk.setSolo(true)
  const { leeway, pull } = await held(house)
  const objects = join(repositoryOf(house), 'objects')
  const main = git(house, 'rev-parse', 'main')
  await leeway.close()
  const files = readdirSync(objects, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  for (const { parentPath, name } of files) damage(join(parentPath, name))
  await expect(house.desk.pulls.diff(pull!.id)).rejects.toMatchObject({ code: 'repository_broken' })
  await house.answerAll({ answer: 'approve' })
  // Whoever keeps the house tries, and it comes to nothing.
  const again = await house.open({ policy: 'jobs/guided', onHold: 'throw' })
  await expect.poll(async () => (await house.log('merge_claimed')).length).toBe(1)
  await again.close()
  expect(git(house, 'rev-parse', 'main')).toBe(main)
  expect(await house.desk.pulls.read(pull!.id).catch((error: unknown) => error)).toMatchObject({
    code: 'repository_broken',
  })
  expect((await house.desk.pulls.list()).rows).toMatchObject([{ status: 'open', commit: null }])
})
