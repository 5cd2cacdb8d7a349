import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openLeeway, openReception } from '../../src/compose.ts'
import { backUp, restore, verifyKeptRows } from '../../src/look-after.ts'
import type { JobId } from '../../src/model/ids.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { gitNow } from '../../src/testing/git-now.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'
import { held, ref, review } from './held-plan.ts'

test.for([1, 2])(
  'what was sent back %i times when the backup was made is worked on again, and asked anew',
  async (times) => {
    const house = await aHouse()
    await house.desk.setSolo(true)
    const file = join(aFolder(), 'backup.db')
    let backUpNow = false
    const { leeway, run, pull } = await held(house, async (workspace, feedback) => {
      const done = await plan(workspace, feedback)
      if (backUpNow) await backUp({ root: house.root, file })
      return done
    })
    for (let time = 1; time <= times; time++) {
      await review(house, pull!.id, { answer: 'request_changes', text: `Louder ${time}.` })
      backUpNow = time === times
      await leeway.resume(run.job)
    }

    const heard: (Feedback | null)[] = []
    const { desk, again, root } = await restored(house, { file, job: run.job }, (workspace, feedback) => {
      heard.push(feedback)
      return plan(workspace, feedback)
    })
    expect(await again.resume(run.job)).toMatchObject({ status: 'held' })
    expect(heard).toMatchObject([{ verdict: 'changes_requested', text: `Louder ${times}.` }])
    const view = await desk.pulls.read(pull!.id)
    expect(view.pull).toMatchObject({ round: times + 1, status: 'open' })
    const answers = await desk.events({ type: 'remarks_answered', job: run.job, limit: 10 })
    expect(answers).toMatchObject([{ data: { answers: [{ answer: { did: 'fixed' } }] } }])
    const { id: checkpoint, content_hash } = view.checkpoint!
    await desk.answer({ checkpoint, content_hash, review: { answer: 'approve' } })
    expect(await again.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
    const [name = ''] = readdirSync(join(root, '.leeway', 'repositories'))
    const folder = join(root, '.leeway', 'repositories', name)
    const files = gitNow([`--git-dir=${folder}`, 'ls-tree', '-r', '--name-only', 'main']).toString()
    expect(files).toBe('plan.md\nworkspace.md\n')
    expect(verifyKeptRows(root)).toMatchObject({ ok: true })
  },
)

/** What came back elsewhere, with Ada at her desk; she has said that the job goes on. */
async function restored(house: House, { file, job }: { file: string; job: JobId }, work: PhaseWork) {
  const root = aFolder()
  await restore({ root, file })
  const again = await openLeeway({ root, agent: 'scout', policy: 'jobs/guided', onHold: 'throw', tellHolds: false })
  onTestFinished(() => again.close())
  again.program(ref('work'), (other) => other.phase(PLAN, work))
  const reception = await openReception({ root })
  onTestFinished(() => reception.close())
  const desk = await reception.desk(house.token)
  await desk.resume(job, 'Go on.')
  return { root, again, desk }
}
