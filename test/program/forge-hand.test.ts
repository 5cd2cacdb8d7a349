import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SYSTEM } from '../../src/model/actor.ts'
import { ForgeKeeper } from '../../src/sdk/forge/forge-keeper.ts'
import { inHand } from '../../src/sdk/forge/hand.ts'
import { mergePull } from '../../src/sdk/pull/merge-pull.ts'
import { codeOf } from '../../src/testing/desk-folder.ts'
import { aForgeHouse, FACES } from '../../src/testing/forge/forge-house.ts'
import { BOT } from '../../src/testing/forge/forge-state.ts'
import { githubFace } from '../../src/testing/forge/github-face.ts'
import { PLAN, plan } from '../../src/testing/plan-work.ts'

/** Long enough for somebody who does not wait to get to the forge, and never looked at otherwise. */
const A_WHILE_MS = 1500

test.for(FACES)('$forge: of two who merge, one waits until the other knows what became of it', async (face) => {
  const { state, look, pull, resume, context, house } = await aForgeHouse(face)
  await look()
  const refusal = { status: 405, value: { message: 'Checks are missing' } }
  // Whoever keeps the house may try as soon as it is approved, and is out of the way then.
  state.fault = async (request) => (request.endsWith('/merge') ? refusal : undefined)
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  const main = state.git.head('main')
  // The first is refused, has read what stands there, and is about to say that its claim is over.
  const [refused, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let merges = 0
  state.fault = async (request) => {
    if (request.endsWith('/merge')) {
      merges += 1
      return merges === 1 ? refusal : undefined
    }
    if (merges === 1 && request.startsWith('GET')) {
      refused.resolve()
      await goOn.promise
    }
    return undefined
  }
  const { id } = await pull()
  const first = mergePull(context, { pull: id, by: SYSTEM, patienceMs: 10_000 })
  await refused.promise
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Not yet.', comments })
  const second = resume()
  await pause(A_WHILE_MS)
  goOn.resolve()
  // Where whoever keeps the house was the one who got there, this one has waited too, and hears the no itself, or finds it heard.
  expect(['forge_busy', 'unresolved_threads', 'not_approved']).toContain(await codeOf(first))
  // The second one hears the no before it claims anything.
  expect(await second).toMatchObject({ status: 'held' })
  expect(merges).toBe(1)
  expect(state.git.head('main')).toBe(main)
  expect(await pull()).toMatchObject({ status: 'open', merge: null, round: 2 })
  expect((await house.log('host_heard')).map(({ data }) => data.counted)).toEqual([true, true])
})

test('a no that comes while it is being merged is no answer that came too late: the forge may refuse the merge yet', async () => {
  const { state, look, pull, context, house } = await aForgeHouse(githubFace)
  await look()
  state.review(1, 'ada-there', { answer: 'approve' })
  await look()
  // Whoever claimed it does not hear what became of it.
  state.fault = (request) => (request.endsWith('/merge') ? 'before' : undefined)
  const { id, head, checkpoint } = await pull()
  const merger = { pull: id, by: SYSTEM, patienceMs: 5000 }
  await expect(mergePull(context, merger)).rejects.toMatchObject({ code: 'forge_unreachable' })
  const { content_hash } = (await house.store.get('checkpoints', checkpoint!))!.row
  const no = { pull: id, head, answer: 'request_changes', text: 'Not yet.', content_hash } as const
  await expect(house.desk.pulls.submit(no)).rejects.toMatchObject({ code: 'pull_merging' })
  state.fault = (request) => (request.endsWith('/merge') ? { status: 405, value: { message: 'Checks' } } : undefined)
  await expect(mergePull(context, merger)).rejects.toMatchObject({ code: 'forge_busy' })
  // In hand, because whoever keeps the house may try it once more at any moment.
  await inHand(context, merger, () => house.desk.pulls.submit(no))
  state.fault = () => undefined
  await expect(mergePull(context, merger)).rejects.toMatchObject({ code: 'not_approved' })
  expect(state.pull(1)).toMatchObject({ state: 'open' })
})

test.for(FACES)('$forge: however many look at once, an answer of the agent is written once', async (face) => {
  const { state, look, resume, keeper, context } = await aForgeHouse(face)
  await look()
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.', comments })
  await look()
  expect(await resume()).toMatchObject({ status: 'held' })
  // Slow enough that all of them have read the conversation before anybody has written into it.
  state.fault = async () => {
    await pause(20)
    return undefined
  }
  const others = [keeper, new ForgeKeeper(context, context.forge!)]
  await Promise.all(others.flatMap((one) => [one.look(), ...Array.from({ length: 5 }, () => one.lookAt(1))]))
  expect(state.comments.filter(({ login }) => login === BOT.login)).toHaveLength(1)
})

test('an answer that stands there already is not written again, whatever the forge made of its line ends', async () => {
  const { state, look, resume, house } = await aForgeHouse(githubFace)
  await look()
  const comments = [{ path: 'plan.md', last: 2, text: 'Louder.' }]
  state.review(1, 'ada-there', { answer: 'request_changes', text: 'Nearly.', comments })
  await look()
  await resume()
  // It is written, and nobody hears of it.
  state.fault = (request) => (request.endsWith('/replies') ? 'after' : undefined)
  await look()
  state.fault = () => undefined
  const own = state.comments.findIndex(({ login }) => login === BOT.login)
  const { text } = state.comments[own]!
  state.comments[own] = { ...state.comments[own]!, login: 'Leeway-Bot', text: `${text.replace(': ', ':\r\n')}\r\n` }
  await look()
  expect(state.comments.filter(({ text: said }) => said.startsWith('Fixed'))).toHaveLength(1)
  // The other one is to what was said of the whole.
  expect(await house.log('host_told')).toHaveLength(2)
})

test('whoever has something in hand alone keeps others out, and nobody for good', async () => {
  const { context, pull, house } = await aForgeHouse(githubFace)
  const { id } = await pull()
  // Whoever shows it there has it in hand meanwhile.
  await expect.poll(async () => (await pull()).hosted, { timeout: 10_000 }).toBeDefined()
  const taking = { pull: id, patienceMs: 0 }
  await inHand(context, taking, async (hand) => {
    await expect(inHand(context, taking, async () => 'in')).rejects.toMatchObject({ code: 'pull_in_hand' })
    await hand.keep()
    // Somebody else had to take over, because nothing was heard of this one.
    const [lease] = await house.store.leases(`pull:${id}`)
    await house.store.release(lease!.name, lease!.holder)
    await house.store.lease(lease!.name, JSON.stringify(['elsewhere', 1, null, 'x']), 30)
    await expect(hand.keep()).rejects.toMatchObject({ code: 'pull_in_hand' })
    await house.store.release(lease!.name, JSON.stringify(['elsewhere', 1, null, 'x']))
  })
  expect(await inHand(context, taking, async () => 'in')).toBe('in')
})

test('one pull request that is in somebody else’s hand keeps nobody from hearing of the others', async () => {
  const { state, look, heard, context, house, leeway } = await aForgeHouse(githubFace)
  const other = leeway.program({ name: 'other', version: '1' }, (job) => job.phase(PLAN, plan))
  await leeway.start(other, { key: 'b', input: null })
  await look()
  const pulls = (await house.log('pull_opened')).map(({ data }) => data.pull.id)
  // Whichever of the two is looked at first, the other one is heard.
  for (const held of pulls) {
    for (const { number } of state.pulls) state.review(number, 'ada-there', { answer: 'comment', text: held })
    const before = (await heard()).length
    await inHand(context, { pull: held, patienceMs: 0 }, () => look())
    const then = (await heard()).slice(before)
    expect(then.map(({ pull }) => pull)).toEqual(pulls.filter((id) => id !== held))
    await look()
  }
})
