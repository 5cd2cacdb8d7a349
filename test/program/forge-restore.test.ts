import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openContext, openLeeway, openReception } from '../../src/compose.ts'
import { backUp, restore, verifyKeptRows } from '../../src/look-after.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import { aFolder } from '../../src/testing/folder.ts'
import { aForgeHouse, FACES } from '../../src/testing/forge/forge-house.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'

const AGENT = { agent: 'scout', policy: 'jobs/guided', onHold: 'throw', tellHolds: false } as const

type ForgeHouse = Awaited<ReturnType<typeof aForgeHouse>>

/** What a backup becomes in another folder of the same project; with or without the token that the forge wants. */
async function restored({ house, secrets, run }: ForgeHouse, file: string, token: string | undefined) {
  const root = aFolder()
  cpSync(join(house.root, 'leeway.yaml'), join(root, 'leeway.yaml'))
  if (token !== undefined) process.env['FORGE_TOKEN'] = token
  try {
    await restore({ root, file })
  } finally {
    delete process.env['FORGE_TOKEN']
  }
  const context = await openContext({ root, secrets, tellHolds: false })
  onTestFinished(() => context.store.close())
  const events = async (type: string) => {
    const found = await context.store.events({ tenant: context.tenant, limit: 1000 })
    return found.filter((event) => event.type === type).map(({ data }) => data)
  }
  const pull = async () => (await context.store.get('pulls', `${run.job}:phase-1-strategic`))!.row
  return { root, context, pull, events, look: () => new ForgeKeeper(context, context.forge!).look() }
}

test.for(FACES)('$forge: a merge that was made there after the backup is recorded by the restore', async (face) => {
  const house = await aForgeHouse(face)
  const { state, look, resume } = house
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  // It is claimed, and the forge is away, when the backup is made.
  state.fault = (request) => (request.endsWith('/merge') ? 'before' : undefined)
  expect(await resume()).toMatchObject({ status: 'held' })
  const file = join(aFolder(), 'backup.db')
  await backUp({ root: house.house.root, file })
  state.fault = () => undefined
  await expect.poll(async () => (await resume()).status, { timeout: 10_000 }).toBe('completed')

  const { root, pull, events, context } = await restored(house, file, BOT.token)
  expect(await pull()).toMatchObject({ status: 'merged', commit: state.git.head('main') })
  expect(await events('merge_refused')).toEqual([])
  expect(await context.workspaces.head((await pull()).job, 'main')).toBe(state.git.head('main'))
  expect(verifyKeptRows(root)).toMatchObject({ ok: true })

  // Whoever has no token then hears of it from whoever looks later.
  const later = await restored(house, file, undefined)
  expect(await later.pull()).toMatchObject({ status: 'open', merge: null })
  await later.look()
  expect(await later.pull()).toMatchObject({ status: 'merged', commit: state.git.head('main') })
  expect(await later.events('pull_merged')).toMatchObject([{ found: true }])
})

test.for(FACES)('$forge: what was approved and merged after the backup is found merged', async (face) => {
  const house = await aForgeHouse(face)
  const { state, look, resume } = house
  await look()
  const file = join(aFolder(), 'backup.db')
  await backUp({ root: house.house.root, file })
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed' })

  const { root, pull, events, look: lookThen } = await restored(house, file, BOT.token)
  expect(await pull()).toMatchObject({ status: 'open' })
  await lookThen()
  expect(await pull()).toMatchObject({ status: 'merged', commit: state.git.head('main') })
  expect(await events('host_strayed')).toEqual([])
  // Nobody is asked about it once more.
  const leeway = await openLeeway({ root, secrets: house.secrets, ...AGENT })
  onTestFinished(() => leeway.close())
  leeway.program({ name: 'work', version: '1' }, (job) => job.phase(PLAN, plan))
  const reception = await openReception({ root })
  onTestFinished(() => reception.close())
  await (await reception.desk(house.house.token)).resume(house.run.job, 'Go on.')
  expect(await leeway.resume(house.run.job)).toMatchObject({
    status: 'completed',
    result: { outcome: 'merged', commit: state.git.head('main') },
  })
  expect(await events('checkpoint_opened')).toHaveLength(1)
  expect(verifyKeptRows(root)).toMatchObject({ ok: true })
})

const UNPERMITTED = 'merged by our own account, though nobody has approved it here'

test.for([
  ['somebody else merged there, though it is approved', 'mallory', 'approve', 'merged'],
  ['our own account merged there before anybody answered', BOT.login, null, UNPERMITTED],
  ['our own account merged there after changes were asked for', BOT.login, 'request_changes', UNPERMITTED],
] as const)('invariant 1: what %s is told, and not recorded as merged', async ([, login, answer, how]) => {
  const { state, look, keeper, pull, house, context } = await aForgeHouse(githubFace)
  await look()
  // Whoever keeps the house would merge what is approved, if it were not held up there.
  state.fault = (request) =>
    request.endsWith('/merge') ? { status: 405, value: { message: 'Checks are missing' } } : undefined
  if (answer !== null) state.review(1, 'ada-there', { answer, text: 'Because.' })
  await look()
  const { head, job, branch } = await pull()
  const main = await context.workspaces.head(job, 'main')
  state.merge(state.pull(1)!, head, 'By hand')
  state.pull(1)!.mergedBy = login
  // While somebody tries to merge it, nobody else looks.
  const strayed = async () => {
    await keeper.lookAt(1)
    return (await house.log('host_strayed')).map(({ data }) => data.how)
  }
  await expect.poll(strayed).toEqual([how])
  expect(await strayed()).toEqual([how])
  expect(await pull()).toMatchObject({ status: 'open', commit: null })
  // Nothing has moved here, and the branch there is left for whoever looks into it.
  expect(await context.workspaces.head(job, 'main')).toBe(main)
  expect(await context.workspaces.head(job, branch)).toBe(head)
  expect(state.git.head(state.pull(1)!.branch)).toBe(head)
})

test('invariant 1: an approval that was taken back makes no merge by our own account ours', async () => {
  const { state, look, keeper, pull, house } = await aForgeHouse(githubFace)
  await look()
  state.fault = (request) =>
    request.endsWith('/merge') ? { status: 405, value: { message: 'Checks are missing' } } : undefined
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'After all not.' })
  await look()
  await expect.poll(async () => (await pull()).merge, { timeout: 5000 }).toBeNull()
  expect(await house.log('approval_spent')).not.toEqual([])
  state.merge(state.pull(1)!, (await pull()).head, 'By hand')
  state.pull(1)!.mergedBy = BOT.login
  await keeper.lookAt(1)
  expect(await pull()).toMatchObject({ status: 'open', commit: null })
  expect((await house.log('host_strayed')).map(({ data }) => data.how)).toEqual([UNPERMITTED])
})

test('what our own account merged of exactly what was approved is recorded as merged', async () => {
  const { state, look, pull, house } = await aForgeHouse(githubFace)
  await look()
  await house.answerAll({ answer: 'approve' })
  state.merge(state.pull(1)!, (await pull()).head, 'By hand')
  state.pull(1)!.mergedBy = BOT.login.toUpperCase()
  await look()
  expect(await pull()).toMatchObject({ status: 'merged', commit: state.git.head('main') })
  // Found by this look, or by whoever keeps the house and was about to merge it.
  expect(await house.log('pull_merged')).toHaveLength(1)
  expect(await house.log('host_strayed')).toEqual([])
})

test('a later commit that we merged after the backup is told, and not taken for the one that is known here', async () => {
  const { state, look, pull, house, run } = await aForgeHouse(githubFace)
  await look()
  const other = state.git.commit(`leeway/${run.job}/phase-1-strategic`, { 'plan.md': 'another\n' }, 'Round 2')
  state.merge(state.pull(1)!, other, 'The plan')
  await look()
  expect((await pull()).status).toBe('open')
  expect((await house.log('host_strayed')).map(({ data }) => data.how)).toEqual(['merged'])
})
