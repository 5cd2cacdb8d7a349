import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '../../src/compose.ts'
import { Policies } from '../../src/engine/policies.ts'
import { runCommand } from '../../src/engine/run-command.ts'
import { withdrawCheckpoint } from '../../src/engine/withdraw-checkpoint.ts'
import { verifyKeptRows } from '../../src/look-after.ts'
import { SYSTEM } from '../../src/model/actor.ts'
import { CheckpointId, LOCAL, PersonId, type PullId } from '../../src/model/ids.ts'
import { catalog } from '../../src/testing/catalog.ts'
import { aForgeHouse } from '../../src/testing/forge/forge-house.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { held } from './held-plan.ts'

const EVE = PersonId.parse('eve')

/** Eve comes in, and can reject and accept the first part of the plan. */
async function comesIn(house: House, pull: PullId) {
  const isKnown = (await house.desk.people()).rows.some(({ id }) => id === EVE)
  const newcomer = { id: EVE, role: 'reviewer', tenants: '*' } as const
  const token = await (isKnown ? house.desk.renewToken(EVE) : house.desk.addPerson(newcomer))
  const eve = await openDesk({ root: house.root, credentials: async () => token })
  onTestFinished(() => eve.close())
  const [file] = (await eve.pulls.diff(pull)).files.filter(({ path }) => path === 'plan.md')
  const part = { path: 'plan.md', file: file?.hash ?? '', hunk: file?.hunks[0]?.hash ?? '' }
  return async (verdict: 'accepted' | 'rejected', answer: 'comment' | 'request_changes' = 'comment') => {
    const { checkpoint, pull: seen } = await eve.pulls.read(pull)
    const about = { pull, head: seen.head, content_hash: checkpoint?.content_hash ?? '' }
    await eve.pulls.submit({ ...about, answer, verdicts: [{ ...part, verdict, reason: 'No.' }] })
  }
}

test('a yes on the forge counts for nothing over a part that somebody has rejected here, and is written down with why', async () => {
  const { state, look, pull, resume, house, heard } = await aForgeHouse(githubFace)
  await look()
  const { id } = await pull()
  const eveSays = await comesIn(house, id)
  await eveSays('rejected')
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await heard()).toMatchObject([
    { counted: false, why: expect.stringContaining('eve rejected part 1 of 1 of plan.md ("No.")') },
  ])
  expect(await resume()).toMatchObject({ status: 'held' })
  await eveSays('accepted')
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
})

/** Somebody's no did not count while others approved, and counts again now that they are back. */
async function approvedOverANo() {
  const house = await aHouse()
  const { leeway, run, pull } = await held(house)
  await (await comesIn(house, pull!.id))('rejected')
  await house.desk.revokePerson(EVE)
  await house.answerAll({ answer: 'approve' })
  return { house, leeway, run, pull, eveSays: await comesIn(house, pull!.id) }
}

test('a program whose work was approved waits while a no counts again, and is merged once that is taken back', async () => {
  const { house, leeway, run, pull, eveSays } = await approvedOverANo()
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held' })
  expect((await house.store.get('pulls', pull!.id))?.row).toMatchObject({ status: 'open', merge: null })
  await eveSays('accepted')
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('a question that a restore has voided is asked anew, whatever was rejected of it', async () => {
  const { house, leeway, run, pull, eveSays } = await approvedOverANo()
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held', holds: [] })
  await eveSays('rejected', 'request_changes')
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held', holds: [{ job: run.job }] })
  const second = CheckpointId.parse((await house.store.get('pulls', pull!.id))?.row.checkpoint)
  await (await comesIn(house, pull!.id))('rejected')
  const given = { tenant: LOCAL, checkpoint: second, by: SYSTEM, status: 'superseded', reason: 'A restore.' } as const
  await runCommand({ store: house.store, policies: new Policies(catalog) }, withdrawCheckpoint, given)
  expect(await leeway.resume(run.job)).toMatchObject({ status: 'held', holds: [{ job: run.job }] })
  expect((await house.store.get('pulls', pull!.id))?.row.checkpoint).not.toBe(second)
})
