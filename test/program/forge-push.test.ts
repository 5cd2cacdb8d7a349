import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawPull } from '../../src/cli/pull/draw-pull.ts'
import type { PullView, ShownPerson } from '../../src/compose.ts'
import { verifyKeptRows } from '../../src/look-after.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import { PUSHED } from '../../src/sdk/program/hear-people.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import type { Feedback } from '../../src/sdk/pull/feedback.ts'
import { NOON } from '../../src/testing/builders.ts'
import { aForgeHouse, FACES } from '../../src/testing/forge/forge-house.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { giteaFace } from '../../src/testing/forge/gitea-face.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'

/** As somebody reads it who runs `leeway pr show`. */
function shown(view: PullView): string {
  const page = { width: 1000, paint: (_: unknown, text: string) => text, spell: (text: string) => text }
  const me = { name: 'ada', role: 'admin', solo: true } as unknown as ShownPerson
  return drawPull({ view, diff: null, me, halted: null }, NOON, page)
}

const ADA = { kind: 'person', id: 'ada' }

test.for(FACES)(
  '$forge: what somebody pushes there is the next round in their name, and is merged once it is approved',
  async (face) => {
    const { state, look, pull, resume, house, context, run } = await aForgeHouse(face)
    await look()
    const before = await pull()
    const first = state.push(1, 'Ada-There', { 'plan.md': 'mine\n' })
    const second = state.push(1, 'ada-there', { 'more.md': 'more\n' })
    await look()
    expect(await pull()).toMatchObject({ head: second, round: 3, pushed_by: ['ada'], hosted: { head: second } })
    const rounds = (await house.log('round_pushed')).map(({ data, actor }) => [data.round.head, actor])
    expect(rounds.toSorted(([one], [other]) => Number(one === second) - Number(other === second))).toEqual([
      [first, ADA],
      [second, ADA],
    ])
    expect(await context.workspaces.head(before.job, before.branch)).toBe(second)
    expect(await house.log('host_strayed')).toEqual([])
    // What was there before is not what counts any more.
    state.review(1, 'ada-there', { answer: 'approve', commit: before.head })
    await look()
    expect(await resume()).toMatchObject({ status: 'held' })
    state.review(1, 'ada-there', { answer: 'approve' })
    await look()
    expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
    expect(state.git.git(['show', 'main:plan.md', 'main:more.md'])).toBe('mine\nmore\n')
    expect(state.git.head(`leeway/${run.job}/phase-1-strategic`)).toBeUndefined()
    expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  },
)

test('a push after the approval voids it: people are asked again', async () => {
  const { state, look, pull, resume, house } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  const main = state.git.head('main')
  state.fault = (request) =>
    request.endsWith('/merge') ? { status: 405, value: { message: 'Checks are missing' } } : undefined
  expect(await resume()).toMatchObject({ status: 'held' })
  // Whoever wonders why nothing moves reads it where they look.
  const waiting = shown(await house.desk.pulls.read((await pull()).id))
  expect(waiting).toMatch(/waits for +the forge, which does not merge it yet: .*Checks are missing/)
  state.push(1, 'ada-there', { 'plan.md': 'mine\n' })
  await look()
  state.fault = () => undefined
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(state.git.head('main')).toBe(main)
  expect((await pull()).round).toBeGreaterThan(1)
  expect(await house.log('checkpoint_opened')).toHaveLength(2)
})

test.for(FACES)(
  '$forge: a push in the very moment of the merge is the next round in their name, and the agent goes on from there',
  async (face) => {
    const told: Feedback[] = []
    const work: PhaseWork = (workspace, feedback) => {
      if (feedback !== null) told.push(feedback)
      return plan(workspace, feedback)
    }
    const { state, look, pull, resume, house } = await aForgeHouse(face, 'jobs/guided', { work })
    await look()
    state.review(1, 'ada-there', { answer: 'approve' })
    await look()
    const main = state.git.head('main')
    let pushed = ''
    state.fault = (request) => {
      if (request.endsWith('/merge') && pushed === '') pushed = state.push(1, 'ada-there', { 'more.md': 'more\n' })
      return undefined
    }
    expect(await resume()).toMatchObject({ status: 'held' })
    expect(state.git.head('main')).toBe(main)
    expect(told).toMatchObject([{ verdict: 'pushed', text: PUSHED, commits: [{ commit: pushed }] }])
    await look()
    const { head, round, pushed_by, hosted } = await pull()
    expect([round, pushed_by, hosted?.head]).toEqual([3, ['ada'], head])
    expect(await house.log('host_strayed')).toEqual([])
    state.review(1, 'ada-there', { answer: 'approve' })
    await look()
    expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
    expect(state.git.git(['show', 'main:more.md', 'main:plan.md'])).toBe('more\none\nTWO\nthree\n')
  },
)

test('invariant 18: who pushed there does not approve it, where duties are separated', async () => {
  const { state, look, heard, house } = await aForgeHouse(giteaFace('older'))
  await house.desk.setSolo(false)
  await look()
  state.push(1, 'ada-there', { 'plan.md': 'mine\n' })
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await heard()).toMatchObject([{ answer: 'approve', counted: false }])
})

test.for([
  ['of a stranger', 'stranger', { 'plan.md': 'mine\n' }, 'nobody here is known as stranger'],
  ['by our own account', BOT.login, { 'plan.md': 'mine\n' }, `nobody here is known as ${BOT.login}`],
  ['with a secret', 'ada-there', { 'a.txt': 'ghp_0123456789abcdefghijklmnopqrstuvwxyz\n' }, 'a.txt'],
  ['with a name that hides something', 'ada-there', { 'a\u202etxt.md': 'x\n' }, 'Some files can not be taken'],
] as const)('a push %s is told with the reason, and not taken in', async ([, login, files, why]) => {
  const { state, look, pull, house, context, resume } = await aForgeHouse(githubFace)
  await look()
  const { head, job, branch } = await pull()
  const pushed = state.push(1, login, files)
  await look()
  expect(await pull()).toMatchObject({ head, round: 1, pushed_by: [] })
  expect(await context.workspaces.head(job, branch)).toBe(head)
  const told = (await house.log('host_strayed')).map(({ data }) => data.how)
  expect(told).toEqual([expect.stringContaining(`pushed ${pushed}: `)])
  expect(told[0]).toContain(why)
  expect(shown(await house.desk.pulls.read((await pull()).id))).toContain(`not by Leeway: ${told[0]?.slice(0, 60)}`)
  expect(told[0]).not.toContain('ghp_')
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(state.git.git(['log', '--format=%s', 'main'])).toBe('Begin\n')
})

test('commits that do not hold the ones before are not taken in, whoever the forge names', async () => {
  const { state, look, pull, house } = await aForgeHouse(githubFace)
  await look()
  const { head } = await pull()
  const { branch } = state.pull(1)!
  state.git.deleteBranch(branch)
  const to = state.git.commit(branch, { 'plan.md': 'another\n' }, 'Again')
  state.pushes.unshift({ login: 'ada-there', branch, from: head, to })
  await look()
  expect(await pull()).toMatchObject({ head, round: 1 })
  expect((await house.log('host_strayed')).map(({ data }) => data.how)).toEqual([
    expect.stringContaining('commits that you do not have'),
  ])
})

test('a push that the next round of the agent was made without is told, and shown is what stands there', async () => {
  const { state, look, pull, resume, house } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Louder.' })
  await look()
  const { head: shown } = await pull()
  // The agent brings the next round before anybody looks at the forge.
  const pushed = state.push(1, 'ada-there', { 'plan.md': 'mine\n' })
  expect(await resume()).toMatchObject({ status: 'held' })
  await look()
  expect((await house.log('host_strayed')).map(({ data }) => data.how)).toEqual([
    expect.stringMatching(new RegExp(`^pushed ${pushed}: .*put back to ${shown.slice(0, 10)}$`)),
  ])
  expect(await pull()).toMatchObject({ round: 2, pushed_by: [] })
  state.git.git(['update-ref', `refs/heads/${state.pull(1)!.branch}`, shown])
  await look()
  expect(state.pull(1)!.head).toBe((await pull()).head)
})

test('a push that landed in a moment in which nobody was left to say so joins at the next look', async () => {
  const { state, look, pull, house, context } = await aForgeHouse(githubFace)
  await look()
  const to = state.push(1, 'ada-there', { 'plan.md': 'mine\n' })
  const crashPoint = (point: string) => {
    if (point === 'landing:landed') throw new Error('killed')
  }
  await expect(new ForgeKeeper({ ...context, crashPoint }, context.forge!).look()).rejects.toThrow('killed')
  expect((await pull()).landing).toMatchObject({ to, by: 'ada' })
  await look()
  expect(await pull()).toMatchObject({ head: to, round: 2, hosted: { head: to } })
  expect(await house.log('host_strayed')).toEqual([])
})

test.for([
  ['not said to be a push', false, 'does not tell who put it on top of'],
  ['listed as any other push is', true, 'it was put in the place of'],
] as const)('a push that was amended there is not taken in, where that is %s', async ([, isListed, why]) => {
  const { state, look, pull, house, heard } = await aForgeHouse(giteaFace('older'))
  await look()
  const { head } = await pull()
  const { branch } = state.pull(1)!
  const withdrawn = state.push(1, 'ada-there', { 'plan.md': 'oops\n' })
  state.git.git(['update-ref', `refs/heads/${branch}`, head])
  const amended = state.git.commit(branch, { 'plan.md': 'amended\n' }, 'Amended')
  if (isListed) state.pushes.unshift({ login: 'ada-there', branch, from: withdrawn, to: amended })
  await look()
  expect(await pull()).toMatchObject({ head, round: 1, pushed_by: [], landing: null })
  expect(await house.log('round_pushed')).toEqual([])
  const told = (await house.log('host_strayed')).map(({ data }) => data.how)
  expect(told).toEqual([expect.stringContaining(`pushed ${amended}: `)])
  expect(told[0]).toContain(why)
  // People are heard all the same.
  state.review(1, 'ada-there', { answer: 'comment', text: 'Sorry.' })
  await look()
  expect(await heard()).toMatchObject([{ text: 'Sorry.' }])
})

test('commits that the forge does not give are told, and reviews of that pull request and the others are heard', async () => {
  const { state, look, pull, house, heard, leeway } = await aForgeHouse(githubFace)
  const other = leeway.program({ name: 'other', version: '1' }, (job) => job.phase(PLAN, plan))
  await leeway.start(other, { key: 'b', input: null })
  await look()
  const { head } = await pull()
  for (const { number, branch } of state.pulls) {
    const gone = String(number).repeat(40)
    state.pushes.unshift({ login: 'ada-there', branch, from: state.git.head(branch)!, to: gone })
    writeFileSync(join(state.git.folder, 'refs/heads', branch), `${gone}\n`)
    state.review(number, 'ada-there', { answer: 'comment', text: `Of ${number}.` })
  }
  await look()
  expect((await heard()).map(({ text }) => text).toSorted()).toEqual(['Of 1.', 'Of 2.'])
  const told = (await house.log('host_strayed')).map(({ data }) => data.how)
  expect(told).toHaveLength(2)
  for (const how of told) expect(how).toMatch(/^pushed (1|2)+: it was pushed by ada-there, .*not our ref/)
  expect(await pull()).toMatchObject({ head, round: 1 })
})
