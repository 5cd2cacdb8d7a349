import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { verifyKeptRows } from '../../src/look-after.ts'
import { openServer } from '../../src/open-server.ts'
import { aHouse, type House } from '../../src/testing/house.ts'
import { git, held, review } from './held-plan.ts'
import type { Paused } from './paused-server.ts'
import { aPusher, BRANCH } from './pusher.ts'
import { WARM_START } from './warm-start.ts'

/** Servers and git clients one after the other, and one that is started again: long on a busy machine. */
const PATIENCE = 90_000

type Pusher = Awaited<ReturnType<typeof aPusher>>

/** A server in a process of its own, which stands still at each step of a push until it is told to go on. */
async function aPausedServer(root: string) {
  const child: ChildProcess = fork(new URL('./paused-server.ts', import.meta.url), [root], {
    ...{ env: WARM_START, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const heard: Paused[] = []
  child.on('message', (told: Paused) => heard.push(told))
  const hears = async (fits: (told: Paused) => boolean) => {
    for (;;) {
      const found = heard.find(fits)
      if (found !== undefined) return found
      await once(child, 'message')
    }
  }
  const comesTo = (at: string, { to }: Pusher) => hears((told) => 'at' in told && told.at === at && told.to === to)
  const goOn = ({ to }: Pusher) => void child.send(to)
  const { url } = (await hears((told) => 'url' in told)) as { readonly url: string }
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return { url, comesTo, goOn, kill }
}

/** Ann and Bob push at once. Ann's branch moves first, Bob is refused, and the server dies before anybody has said that Ann's has moved. */
async function anUnheardPush() {
  const house = await aHouse()
  const { leeway, run, pull } = await held(house)
  const server = await aPausedServer(house.root)
  const address = (url: string) => `${url}/git/${run.job}.git`
  const ann = await aPusher(house, 'ann', address(server.url))
  const bob = await aPusher(house, 'bob', address(server.url))
  const pushes = [ann, bob].map(({ run: by }) => by('push', 'origin', BRANCH))
  await Promise.all([server.comesTo('checked', ann), server.comesTo('checked', bob)])
  // Bob is written down last, so that only what stands on the branch tells that he was not first.
  for (const one of [ann, bob]) {
    server.goOn(one)
    await server.comesTo('expected', one)
  }
  server.goOn(ann)
  await server.comesTo('landed', ann)
  server.goOn(bob)
  const refused = await pushes[1]
  await server.kill()
  return { house, leeway, job: run.job, id: pull!.id, ann, bob, cutOff: await pushes[0], refused, address }
}

const row = async (house: House, id: string) => (await house.store.get('pulls', id))!.row
const shown = async (house: House) =>
  (await house.log('round_pushed')).map(({ actor, data }) => [actor.id, data.round.number, data.round.head])

test(
  'of two pushes at once the first is a round in its own name after the server died over it, the second can push again',
  async () => {
    const { house, leeway, job, id, ann, bob, cutOff, refused, address } = await anUnheardPush()
    expect(refused).toContain('Somebody else pushed first. Fetch, and push again.')
    expect(cutOff).not.toContain('Your push is round')
    expect(git(house, 'rev-parse', BRANCH).trim()).toBe(ann.to)
    expect(await row(house, id)).toMatchObject({
      round: 1,
      landing: { by: 'bob', beside: [{ by: 'ann', to: ann.to }] },
    })

    const { url, close } = await openServer({ root: house.root })
    onTestFinished(close)
    await bob.run('remote', 'set-url', 'origin', address(url))
    await bob.run('pull', '--quiet', '--rebase', 'origin', BRANCH)
    const again = (await bob.run('rev-parse', 'HEAD')).trim()
    expect(await bob.run('push', 'origin', BRANCH)).toContain('Your push is round 3')
    expect((await shown(house)).toSorted(([, one], [, other]) => Number(one) - Number(other))).toEqual([
      ['ann', 2, ann.to],
      ['bob', 3, again],
    ])
    const { head, pushed_by, landing, checkpoint } = await row(house, id)
    expect({ head, pushed_by, landing }).toEqual({ head: again, pushed_by: ['ann', 'bob'], landing: null })
    expect((await house.store.get('checkpoints', checkpoint!))?.row).toMatchObject({ revision: 3, votes: [] })
    expect(git(house, 'rev-parse', BRANCH).trim()).toBe(again)

    await review(house, id, { answer: 'approve' })
    expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
    expect(git(house, 'show', 'main:ann.md', 'main:bob.md')).toBe('ann\nbob\n')
    expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  },
  PATIENCE,
)

test(
  'what nobody has said yet is not merged by a yes to the round before, and joins in the name of whoever pushed it',
  async () => {
    const { house, leeway, job, id } = await anUnheardPush()
    const main = git(house, 'rev-parse', 'main')
    // Whoever answers by the hash alone has not looked, and so nothing has joined.
    await house.answerAll({ answer: 'approve' })
    expect(await leeway.resume(job)).toMatchObject({ status: 'held' })
    expect(git(house, 'rev-parse', 'main')).toBe(main)
    // The agent may have gone on from it before it joined; then its round holds it, and Ann has a part in that.
    const { pushed_by, round } = await row(house, id)
    expect(pushed_by).toEqual(['ann'])
    const files = (await house.store.get('rounds', `${id}#${round}`))?.row.files.map(({ path }) => path)
    expect(files).toContain('ann.md')
    await review(house, id, { answer: 'approve' })
    expect(await leeway.resume(job)).toMatchObject({ status: 'completed', result: { outcome: 'merged' } })
    expect(git(house, 'ls-tree', '--name-only', 'main')).toContain('ann.md')
    expect(git(house, 'ls-tree', '--name-only', 'main')).not.toContain('bob.md')
    expect(verifyKeptRows(house.root)).toMatchObject({ ok: true })
  },
  PATIENCE,
)
