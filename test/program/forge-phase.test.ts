import { readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import { ThreadId } from '../../src/model/ids.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import { inHand } from '../../src/sdk/forge/hand.ts'
import { Keeper } from '../../src/sdk/keeper.ts'
import type { PhaseWork } from '../../src/sdk/program/phase-work.ts'
import { settlePulls } from '../../src/sdk/pull/settle-pulls.ts'
import { aForgeHouse, FACES } from '../../src/testing/forge/forge-house.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { giteaFace } from '../../src/testing/forge/gitea-face.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { aStandIn } from '../../src/testing/forge/stand-in.ts'
import { aHouse } from '../../src/testing/house.ts'
import { PLAN, plan, planWork } from '../../src/testing/plan-work.ts'
import { draft, review } from './held-plan.ts'

test.for(FACES)('$forge: what is approved there is merged there, and our main follows', async (face) => {
  const { state, look, pull, resume, run, house, context, heard } = await aForgeHouse(face)
  expect(run).toMatchObject({ status: 'held' })
  await look()
  const before = await pull()
  expect(before.hosted).toMatchObject({ forge: face.forge, number: 1, head: before.head })
  expect(state.pulls).toMatchObject([
    { branch: `leeway/${run.job}/phase-1-strategic`, title: 'The plan', state: 'open', head: before.head },
  ])
  state.review(1, 'ada-there', { answer: 'approve', text: 'Good.' })
  await look()
  expect(await heard()).toMatchObject([{ login: 'ada-there', person: 'ada', counted: true, commit: before.head }])
  expect(await resume()).toMatchObject({
    status: 'completed',
    result: { outcome: 'merged', by: 'ada', commit: state.git.head('main') },
  })
  expect(state.git.git(['log', '--format=%s', 'main'])).toBe('The plan\nBegin\n')
  expect(state.git.git(['log', '-1', '--format=%b', 'main'])).toContain('Reviewed-by: ada')
  expect(state.git.head(`leeway/${run.job}/phase-1-strategic`)).toBeUndefined()
  expect(await context.workspaces.head(before.job, 'main')).toBe(state.git.head('main'))
  expect(await context.workspaces.head(before.job, 'phase-1-strategic')).toBeUndefined()
  expect(await house.log('host_strayed')).toEqual([])
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test.for(FACES)('$forge: a round is shown there at once, however seldom the forge is looked at', async (face) => {
  const { state, look, pull, resume, heard } = await aForgeHouse(face)
  await expect.poll(() => state.pulls[0]?.head, { timeout: 10_000 }).toBe((await pull()).head)
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Louder.' })
  // What people say there is heard when it is looked at.
  expect(await heard()).toEqual([])
  await look()
  await resume()
  expect(await pull()).toMatchObject({ round: 2 })
  await expect.poll(() => state.pulls[0]?.head, { timeout: 10_000 }).toBe((await pull()).head)
})

test.for(FACES)('$forge: what the agent says of its newest round is written there', async (face) => {
  const { state, look, resume } = await aForgeHouse(face, 'jobs/guided', {
    work: async (workspace, feedback) => {
      const round = feedback === null ? 'one' : 'two'
      await workspace.step('write', (files) => files.write('plan.md', `${round}\n`))
      const remarks = (feedback?.remarks ?? []).map(({ number }) => ({ number, did: 'fixed', text: 'Done.' }) as const)
      return { title: `Round ${round}`, description: `Learned in round ${round}.`, remarks }
    },
  })
  await look()
  expect(state.pull(1)).toMatchObject({ title: 'Round one', body: expect.stringContaining('Learned in round one.') })
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Louder.' })
  await look()
  expect(await resume()).toMatchObject({ status: 'held' })
  await look()
  expect(state.pull(1)).toMatchObject({ title: 'Round two', body: expect.stringContaining('Learned in round two.') })
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed' })
  expect(state.git.git(['log', '-1', '--format=%B', 'main'])).toMatch(/^Round two\n\nLearned in round two\.\n/)
})

test('a yes on the forge was given on its screen: what our lines do not show does not hold it up', async () => {
  const work: PhaseWork = async (workspace) => {
    await workspace.step('write', (files) => files.write('logo.bin', new Uint8Array(400_000)))
    return {}
  }
  const { state, look, resume, heard } = await aForgeHouse(githubFace, 'jobs/guided', { work })
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await heard()).toMatchObject([{ counted: true }])
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
})

test.for(FACES)('$forge: comments there are threads here, and what the agent answers stands there', async (face) => {
  const { state, look, pull, resume, house, standIn } = await aForgeHouse(face)
  await look()
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.', comments })
  await look()
  const id = `thr_${face.forge}_${state.comments[0]!.id}`
  expect(await pull()).toMatchObject({ blocking: [id], unanswered: [id] })
  expect((await house.store.get('review_threads', id))?.row).toMatchObject({
    ...{ kind: 'blocking', messages: [{ by: { kind: 'person', id: 'ada' }, text: 'Louder.' }] },
    anchor: { path: 'plan.md', side: 'new', first: 2, quote: ['two'], before: ['one'], after: ['three'] },
  })
  expect(await resume()).toMatchObject({ status: 'held' })
  await look()
  expect(state.pull(1)?.head).toBe((await pull()).head)
  const answers = () => state.comments.filter(({ login }) => login === BOT.login).map(({ text }) => text)
  expect(answers()).toEqual([expect.stringMatching(/^Fixed in [0-9a-f]{40} \(round 2\): Done\.$/)])
  await look()
  expect(answers()).toHaveLength(1)
  // Our own account is nobody, although the settings say that it is Ada.
  expect((await house.store.get('review_threads', id))?.row.messages).toHaveLength(1)
  // What the agent says is fixed, a person resolves; then it can be approved.
  state.comments[0]!.resolvedBy = 'ada-there'
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  await look()
  expect((await house.store.get('review_threads', id))?.row).toMatchObject({
    state: 'resolved',
    resolved_by: { id: 'ada' },
  })
  state.review(1, 'ada-there', { answer: 'approve', text: 'Now.' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(state.git.git(['show', 'main:plan.md'])).toBe('one\nTWO\nthree\n')
  expect(standIn.wrong).toEqual([])
})

test.for(FACES)(
  '$forge: what is said there of the whole is answered there, once, and before the merge',
  async (face) => {
    const { state, look, resume, house, pull, standIn } = await aForgeHouse(face)
    const byUs = () => state.reviews.filter(({ login, text }) => login === BOT.login && text !== '')
    await look()
    state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.' })
    await look()
    expect(await resume()).toMatchObject({ status: 'held' })
    // It is written, and nobody hears of it.
    state.fault = (request) => (/^POST .*\/reviews$/.test(request) ? 'after' : undefined)
    await look()
    state.fault = () => undefined
    await look()
    expect(byUs().map(({ text }) => text)).toEqual(['> Nearly.\n\nFixed (remark 1): Done.'])
    // What was said here is answered here.
    await review(house, (await pull()).id, { answer: 'comment', text: 'Said here.' })
    state.review(1, 'ada-there', { answer: 'comment', text: 'Who pays?' })
    state.review(1, 'ada-there', { answer: 'approve', text: 'Fine.' })
    await look()
    expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
    expect(byUs().map(({ text }) => text)).toEqual([
      '> Nearly.\n\nFixed (remark 1): Done.',
      '> Who pays?\n\nFixed (remark 3): Done.',
    ])
    expect(await house.log('host_told')).toHaveLength(2)
    expect(standIn.wrong).toEqual([])
  },
)

test.for(FACES)('$forge: the same words said twice are answered twice', async (face) => {
  const { state, look, resume, house } = await aForgeHouse(face)
  await look()
  for (const round of [2, 3]) {
    state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.' })
    await look()
    expect(await resume(), `round ${round}`).toMatchObject({ status: 'held' })
    await look()
  }
  const byUs = state.reviews.filter(({ login, text }) => login === BOT.login && text !== '')
  expect(byUs.map(({ text }) => text)).toEqual([
    '> Nearly.\n\nFixed (remark 1): Done.',
    '> Nearly.\n\nFixed (remark 2): Done.',
  ])
  expect(await house.log('host_told')).toHaveLength(2)
})

test('a reply there is heard once, and lines that are not ours are no place for a comment', async () => {
  const { state, look, house, context } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'comment', comments: [{ path: 'plan.md', last: 2, text: 'Why?' }] })
  await look()
  const [first] = state.comments
  const comments = [{ path: 'plan.md', last: 2, text: 'Still?', replyTo: first!.id }]
  state.review(1, 'ada-there', { answer: 'comment', comments })
  await Promise.all([look(), new ForgeKeeper(context, context.forge!).look()])
  const thread = (await house.store.get('review_threads', `thr_github_${first!.id}`))?.row
  expect(thread?.messages.map(({ text }) => text)).toEqual(['Why?', 'Still?'])

  // The forge shows other lines than we have, so the comment is about the whole, and says where it was meant to be.
  state.hunk = () => '@@ -0,0 +1,2 @@\n+one\n+something else'
  state.review(1, 'ada-there', { answer: 'comment', comments: [{ path: 'plan.md', last: 1, text: 'Here?' }] })
  await look()
  const other = (await house.store.get('review_threads', `thr_github_${state.comments.at(-1)!.id}`))?.row
  expect(other).toMatchObject({ anchor: null, messages: [{ text: 'plan.md:1: Here?' }] })
})

test('a comment there on a whole file is a thread that names the file, and is answered there', async () => {
  const { state, look, pull, resume, house } = await aForgeHouse(githubFace)
  await look()
  const comments = [{ path: 'plan.md', last: 0, text: 'Too short.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.', comments })
  await look()
  const id = `thr_github_${state.comments[0]!.id}`
  expect(await pull()).toMatchObject({ blocking: [id], unanswered: [id] })
  const thread = (await house.store.get('review_threads', id))?.row
  expect(thread).toMatchObject({ anchor: null, messages: [{ text: 'plan.md (the whole file): Too short.' }] })
  expect(await resume()).toMatchObject({ status: 'held' })
  await look()
  expect(state.comments.at(-1)).toMatchObject({ login: BOT.login, replyTo: state.comments[0]!.id })
})

test('what does not count is written down, and moves nothing', async () => {
  const { state, look, pull, resume, heard } = await aForgeHouse(giteaFace('older'))
  await look()
  const { checkpoint, head } = await pull()
  const older = state.git.git(['rev-parse', `${head}^`]).trim()
  state.review(1, 'stranger', { answer: 'approve' })
  state.review(1, BOT.login, { answer: 'approve' })
  state.review(1, 'ada-there', { answer: 'approve', commit: older })
  state.review(1, 'ada-there', { answer: 'approve' }).dismissed = true
  await look()
  expect((await heard()).map(({ login, counted, why }) => [login, counted, why])).toEqual([
    ['stranger', false, 'nobody here is known as stranger on the forge'],
    ['ada-there', false, expect.stringContaining('the newest commit is')],
    ['ada-there', false, 'it was dismissed on the forge'],
  ])
  expect((await pull()).checkpoint).toBe(checkpoint)
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(state.pull(1)).toMatchObject({ state: 'open' })
})

test.for(FACES)('$forge: a no without a word is a no', async (face) => {
  const { state, look, pull, heard, house } = await aForgeHouse(face)
  await look()
  state.review(1, 'ada-there', { answer: 'request_changes' })
  await look()
  expect(await heard()).toMatchObject([{ answer: 'request_changes', counted: true }])
  const checkpoint = await house.store.get('checkpoints', String((await pull()).checkpoint))
  expect(checkpoint?.row).toMatchObject({ sent_back: true })
})

test('a look at what nobody touched asks the forge for nothing more', async () => {
  const { look, standIn } = await aForgeHouse(githubFace)
  await look()
  await look()
  const before = standIn.log.length
  await look()
  expect(standIn.log.slice(before).filter((what) => what.includes('/reviews'))).toEqual([])
})

test('a main that moved there after the approval is looked at again', async () => {
  const { state, look, pull, resume } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  const other = state.git.commit('main', { 'other.md': 'x\n' }, 'Other')
  await look()
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(state.git.head('main')).toBe(other)
  await look()
  expect(await pull()).toMatchObject({ status: 'open', round: 2, base: other })
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(state.git.git(['log', '--format=%s', 'main'])).toBe('The plan\nOther\nBegin\n')
})

test('a push there that the forge names nobody for is told, and what it brought is not merged', async () => {
  const { state, look, resume, house, run } = await aForgeHouse(giteaFace('older'))
  await look()
  const main = state.git.head('main')
  state.review(1, 'ada-there', { answer: 'approve' })
  const evil = state.git.commit(`leeway/${run.job}/phase-1-strategic`, { 'plan.md': 'evil\n' }, 'Late')
  await look()
  expect((await house.log('host_strayed')).map(({ data }) => data.how)).toEqual([
    expect.stringContaining(`pushed ${evil}: the forge does not tell who`),
  ])
  await resume()
  expect(state.git.head('main')).toBe(main)
})

test('a merge that nobody heard the end of is found merged, and the job goes on', async () => {
  const { state, look, resume } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  let asked = 0
  state.fault = (request) => {
    if (request.endsWith('/merge')) {
      asked += 1
      return 'after'
    }
    // Right after it the forge is away altogether.
    return asked > 0 && request.startsWith('GET') ? 'before' : undefined
  }
  expect(await resume()).toMatchObject({ status: 'held' })
  state.fault = () => undefined
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(state.git.git(['log', '--format=%s', 'main'])).toBe('The plan\nBegin\n')
})

test.for(FACES)('$forge: who looks while somebody else merges finds it merged', async (face) => {
  const { state, look, pull, resume, house } = await aForgeHouse(face)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  const { head } = await pull()
  // The other one is as far as it can be: its merge lands right before we ask, for the merge, where `main` is.
  let [isMerging, landed] = [false, false]
  state.fault = (request) => {
    isMerging ||= request.endsWith('/reviews')
    if (isMerging && !landed && /\/(branches|git\/ref\/heads)\/main$/.test(request)) {
      landed = true
      state.merge(state.pull(1)!, head, 'The plan')
    }
    return undefined
  }
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(landed).toBe(true)
  expect(await house.log('merge_refused')).toEqual([])
  expect(state.git.git(['log', '--format=%s', 'main'])).toBe('The plan\nBegin\n')
})

test.for([
  ['lets nobody in', { status: 401, value: { message: 'Bad credentials' } }],
  ['may not be asked that', { status: 403, value: { message: 'Not yours' } }],
  ['can not be read', { status: 200, value: { what: 'is this?' } }],
] as const)('a forge that %s for a while does not cost what was approved', async ([, fault]) => {
  const { state, look, resume } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  state.fault = (request) => (/\/(merge|pulls\/1)$/.test(request) ? fault : undefined)
  expect(await resume()).toMatchObject({ status: 'held' })
  state.fault = () => undefined
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
})

test('a merge that was made there before its job was called off is recorded all the same', async () => {
  const { state, look, resume, house, run, pull, context } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  let asked = false
  state.fault = (request) => {
    if (request.endsWith('/merge')) asked = true
    return asked ? 'after' : undefined
  }
  expect(await resume()).toMatchObject({ status: 'held' })
  await house.desk.cancel(run.job, 'No longer wanted.')
  state.fault = () => undefined
  await settlePulls(context)
  expect(await pull()).toMatchObject({ status: 'merged', commit: state.git.head('main') })
})

test.for(FACES)(
  '$forge: what is opened there in the moment in which its job is called off is closed there',
  async (face) => {
    const { state, look, house, run, pull } = await aForgeHouse(face)
    let called: Promise<void> | undefined
    state.fault = async (request) => {
      if (/^POST .*\/pulls$/.test(request)) await (called ??= house.desk.cancel(run.job, 'No longer wanted.'))
      return undefined
    }
    // Whoever keeps the house may be the one who opens it; either of them is told nothing of the cancellation.
    await look()
    await expect.poll(() => state.pull(1)?.state, { timeout: 20_000 }).toBe('closed')
    const branch = `leeway/${run.job}/phase-1-strategic`
    await expect.poll(() => state.git.head(branch), { timeout: 20_000 }).toBeUndefined()
    expect(await pull()).toMatchObject({ status: 'closed' })
  },
)

test.for(FACES)(
  '$forge: what was opened there and never written down here is closed there with its job',
  async (face) => {
    const { state, look, house, run, pull } = await aForgeHouse(face)
    let isOpened = false
    state.fault = (request) => {
      if (/^POST .*\/pulls$/.test(request)) isOpened = true
      return isOpened ? 'after' : undefined
    }
    await look()
    await expect.poll(() => state.pulls.length).toBe(1)
    expect((await pull()).hosted).toBeUndefined()
    await house.desk.cancel(run.job, 'No longer wanted.')
    state.fault = () => undefined
    await expect.poll(() => state.pull(1)?.state, { timeout: 20_000 }).toBe('closed')
  },
)

test('what the forge merged while our own repository was damaged is told as stuck, and recorded once that is mended', async () => {
  const { state, look, pull, resume, house } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  const folder = join(house.root, '.leeway', 'repositories')
  const objects = join(folder, readdirSync(folder)[0] ?? '', 'objects')
  renameSync(objects, `${objects}-kept`)
  expect(await resume()).toMatchObject({ status: 'held' })
  await expect.poll(pull, { timeout: 20_000 }).toMatchObject({ status: 'open', stuck: { reason: expect.any(String) } })
  renameSync(`${objects}-kept`, objects)
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
  expect(await pull()).toMatchObject({ status: 'merged', commit: state.git.head('main') })
  expect((await pull()).stuck).toBeUndefined()
})

/** A forge whose checks are red. */
const RED = (request: string) =>
  request.endsWith('/merge') ? { status: 405, value: { message: 'Checks are missing' } } : undefined

test.for(FACES)(
  '$forge: what its checks hold up is claimed anew later, with the approval that still stands',
  async (face) => {
    const { state, look, pull, resume, house } = await aForgeHouse(face)
    await look()
    state.review(1, 'ada-there', { answer: 'approve' })
    await look()
    state.fault = RED
    const run = await resume()
    expect(run).toMatchObject({ status: 'held' })
    expect(JSON.stringify(run)).toContain('Checks are missing')
    // Whoever keeps the house may try it as well, at any moment.
    await expect.poll(pull).toMatchObject({ status: 'open', merge: null })
    const whys = (await house.log('merge_refused')).map(({ data }) => data.why)
    expect(new Set(whys)).toEqual(new Set(['not_mergeable']))
    state.fault = () => undefined
    expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged', by: 'ada' } })
    expect((await house.log('merge_claimed')).length).toBeGreaterThan(1)
    expect(await house.log('checkpoint_opened')).toHaveLength(1)
    expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  },
)

test.for(FACES)('$forge: a no that comes while its checks hold it up is heard, and it is not merged', async (face) => {
  const { state, look, pull, resume, house } = await aForgeHouse(face)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  const main = state.git.head('main')
  state.fault = RED
  expect(await resume()).toMatchObject({ status: 'held' })
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Not yet.', comments })
  state.fault = () => undefined
  // Nobody has looked at the forge in between: whoever merges does.
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(state.git.head('main')).toBe(main)
  expect(await pull()).toMatchObject({ status: 'open', merge: null, round: 2 })
  expect(await house.log('checkpoint_opened')).toHaveLength(2)
  await look()
  state.comments[0]!.resolvedBy = 'ada-there'
  await look()
  state.review(1, 'ada-there', { answer: 'approve', text: 'Now.' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(state.git.git(['show', 'main:plan.md'])).toBe('one\nTWO\nthree\n')
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test('whoever keeps the house merges on the forge, without the agent', async () => {
  const { state, look, context } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  const keeper = new Keeper(context)
  await expect
    .poll(
      async () => {
        await keeper.tend()
        return state.git.git(['log', '--format=%s', 'main'])
      },
      { timeout: 5000 },
    )
    .toBe('The plan\nBegin\n')
})

test('work that nobody has to look at is merged on the forge all the same', async () => {
  const { state, run } = await aForgeHouse(giteaFace('newer'), 'jobs/full')
  expect(run).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
  expect(state.pulls).toMatchObject([{ state: 'closed', mergedAs: state.git.head('main') }])
})

test('what is rejected here is closed there, and its branch is gone', async () => {
  const { state, look, house, resume, context, run } = await aForgeHouse(giteaFace('older'))
  await look()
  await house.answerAll({ answer: 'reject', reason: 'No.' })
  expect(await resume()).toMatchObject({ result: { outcome: 'rejected' } })
  const keeper = new Keeper(context)
  const branch = () => state.git.head(`leeway/${run.job}/phase-1-strategic`)
  await expect.poll(() => keeper.tend().then(branch), { timeout: 5000 }).toBeUndefined()
  expect(state.pull(1)).toMatchObject({ state: 'closed', mergedAs: null })
})

test.for([
  ['is away', 'http://127.0.0.1:1', BOT.token, /did not answer/],
  ['does not let us in', '', 'another-token', /answered 401/],
  ['has no token to be shown', '', '', /no secret FORGE_TOKEN/],
] as const)('a forge that %s leaves the program, and not the job', async ([, url, token, reason]) => {
  const standIn = await aStandIn(githubFace)
  const forge = {
    kind: 'github',
    url: url || standIn.url,
    repository: 'house/tools',
    token: { $secret: 'FORGE_TOKEN' },
  }
  const house = await aHouse({ 'leeway.yaml': JSON.stringify({ forge }) })
  const leeway = await house.open({ policy: 'jobs/guided', onHold: 'throw', secrets: () => token })
  const program = leeway.program({ name: 'work', version: '1' }, (job) => job.phase(PLAN, plan))
  const run = await leeway.start(program, { key: 'a', input: null })
  expect(run).toMatchObject({ status: 'held' })
  expect(JSON.stringify(run)).toMatch(reason)
  // Nobody is asked, so whoever looks at the job is told why nothing happens.
  expect((await house.desk.job(run.job)).job).toMatchObject({
    status: 'running',
    waits_for: expect.stringMatching(reason),
  })
  expect((await house.desk.jobs()).rows[0]?.waits_for).toMatch(reason)
})

test('what keeps us from the forge is told once', async () => {
  const { state, context, look } = await aForgeHouse(githubFace)
  const told: string[] = []
  const keeper = new ForgeKeeper(context, { ...context.forge!, report: (problem) => told.push(problem) })
  state.fault = (request) =>
    request.startsWith('POST') ? { status: 422, value: { message: 'Validation Failed' } } : undefined
  await keeper.look()
  await keeper.look()
  expect(told).toEqual([expect.stringContaining('422')])
  state.fault = () => undefined
  await look()
  expect(state.pulls).toHaveLength(1)
})

test('a yes on the forge to a commit is none to the same commit on another main', async () => {
  const meanwhile: (() => void)[] = []
  const same = planWork('one\ntwo\nthree\n', 'one\ntwo\nthree\n')
  const work: PhaseWork = (...given) => {
    meanwhile.pop()?.()
    return same(...given)
  }
  const { state, look, pull, resume, heard } = await aForgeHouse(githubFace, 'jobs/guided', { work })
  await look()
  const comments = [{ path: 'plan.md', last: 2, text: 'Why?' }]
  state.review(1, 'ada-there', { answer: 'approve', comments })
  await look()
  const { head } = await pull()
  // While the agent answers, main moves and somebody says yes to what stands there.
  meanwhile.push(() => state.review(1, 'ada-there', { answer: 'approve', commit: head, text: 'Still good.' }))
  state.git.commit('main', { 'theirs.md': 'unseen' }, 'Theirs')
  expect(await resume()).toMatchObject({ status: 'held' })
  await look()
  expect((await heard()).at(-1)).toMatchObject({ text: 'Still good.', counted: false })
  expect(await resume()).toMatchObject({ status: 'held' })
  expect(state.git.git(['log', '--format=%s', 'main'])).toBe('Theirs\nBegin\n')
})

test('what somebody says on the forge leaves what they are writing here', async () => {
  const { state, look, pull, house } = await aForgeHouse(githubFace)
  await look()
  const { id } = await pull()
  await house.desk.pulls.saveDrafts(id, [draft('mine')])
  state.review(1, 'ada-there', { answer: 'comment', text: 'A word.' })
  await look()
  expect((await house.desk.pulls.read(id)).drafts).toMatchObject([{ id: 'mine' }])
})

test.for(FACES)('$forge: a yes that is dismissed there before it is merged counts no more', async (face) => {
  const { state, look, pull, resume, heard } = await aForgeHouse(face)
  await look()
  const yes = state.review(1, 'ada-there', { answer: 'approve', text: 'Good.' })
  await look()
  yes.dismissed = true
  expect(await resume()).toMatchObject({ status: 'held' })
  expect((await pull()).status).toBe('open')
  expect((await heard()).at(-1)).toMatchObject({ what: 'review 101 dismissed', counted: true, person: 'ada' })
  // Said again, it is a yes to what stands there by now, and merged.
  await look()
  state.review(1, 'ada-there', { answer: 'approve', text: 'Good after all.' })
  await look()
  expect(await resume()).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
})

/** A forge that does not let us merge, until somebody has mended that. */
const LOCKED = (request: string) =>
  request.endsWith('/merge') ? { status: 403, value: { message: 'The token may not write' } } : undefined

test.for([
  ...FACES.map((face) => ({ ...face, face, how: 'dismissed' }) as const),
  ...FACES.map((face) => ({ ...face, face, how: 'followed by a no' }) as const),
])('$forge: a yes that is $how there while its merge is stuck merges nothing later', async ({ face, how }) => {
  const { state, look, pull, resume, heard, house, context } = await aForgeHouse(face)
  await look()
  state.fault = LOCKED
  const yes = state.review(1, 'ada-there', { answer: 'approve', text: 'Good.' })
  await look()
  expect(await resume()).toMatchObject({ status: 'held' })
  // Whoever keeps the house may try it as well, at any moment.
  await expect.poll(pull).toMatchObject({ status: 'open', merge: {}, stuck: { code: 'forge_refused' } })
  // In hand, because one who has looked already may be about to merge.
  await inHand(context, { pull: (await pull()).id, patienceMs: 10_000 }, async () => {
    if (how === 'dismissed') yes.dismissed = true
    else state.review(1, 'ada-there', { answer: 'request_changes', text: 'It is wrong.' })
    state.fault = () => undefined
  })
  const lastHeard = async () => {
    expect(await resume()).toMatchObject({ status: 'held' })
    return (await heard()).at(-1)
  }
  const no = { answer: 'request_changes', counted: true, person: 'ada' }
  await expect.poll(lastHeard, { timeout: 20_000 }).toMatchObject(no)
  expect(state.pull(1)).toMatchObject({ state: 'open' })
  expect(await pull()).toMatchObject({ status: 'open', merge: null })
  expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
})

test.for(FACES)('$forge: a blocking thread that is taken up again there blocks again', async (face) => {
  const { state, look, pull, resume, house, keeper } = await aForgeHouse(face)
  await look()
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', comments })
  await look()
  const id = `thr_${face.forge}_${state.comments[0]!.id}`
  expect(await resume()).toMatchObject({ status: 'held' })
  state.comments[0]!.resolvedBy = 'ada-there'
  await look()
  expect((await pull()).blocking).toEqual([])
  state.comments[0]!.resolvedBy = null
  state.review(1, 'ada-there', { answer: 'comment', text: 'Not yet.' })
  await look()
  expect(await pull()).toMatchObject({ blocking: [id], unanswered: [id] })
  // Settled there again, and taken up again here, it stays open, whatever the forge shows.
  state.comments[0]!.resolvedBy = 'ada-there'
  await keeper.lookAt(1)
  expect((await pull()).blocking).toEqual([])
  const talk = { pull: (await pull()).id, thread: ThreadId.parse(id) }
  await house.desk.pulls.talk({ ...talk, do: 'reopen', text: 'Not yet.' })
  await keeper.lookAt(1)
  expect((await pull()).blocking).toEqual([id])
  // Settled here, it stays settled.
  state.comments[0]!.resolvedBy = null
  await keeper.lookAt(1)
  await house.desk.pulls.talk({ ...talk, do: 'resolve' })
  await keeper.lookAt(1)
  expect((await pull()).blocking).toEqual([])
  // Settled there too by then, it is still open once it is taken up again here.
  state.comments[0]!.resolvedBy = 'ada-there'
  await keeper.lookAt(1)
  await house.desk.pulls.talk({ ...talk, do: 'reopen', text: 'Not at all.' })
  await keeper.lookAt(1)
  expect((await pull()).blocking).toEqual([id])
})
