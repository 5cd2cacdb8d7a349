import { expect, onTestFinished, test } from 'vitest'
import { openLeeway } from '../../compose.ts'
import { ThreadId } from '../../model/ids.ts'
import { aHouse } from '../../testing/house.ts'
import { openDemo } from './demo-agent.ts'

test('the pull request of the demo is sent back, brought again with every thread answered, and merged', async () => {
  const house = await aHouse()
  const said: string[] = []
  const reading = Promise.withResolvers<void>()
  const demo = await openDemo({ root: house.root, say: (text) => said.push(text), readsReview: () => reading.promise })
  onTestFinished(() => demo.close())
  const { pulls } = house.desk
  const offered = async () => (await pulls.list()).rows.find(({ title }) => title === 'Warn before high water')
  await expect.poll(async () => (await offered())?.checkpoint ?? null).not.toBeNull()
  const first = await offered()
  if (first === undefined) throw new Error('Nothing was offered.')
  expect((await pulls.diff(first.id)).files.map(({ path, change }) => `${change} ${path}`)).toEqual(
    expect.arrayContaining(['added plan.md', 'modified src/tides.ts']),
  )

  const review = async (answer: 'request_changes' | 'approve', words: readonly string[]) => {
    const { pull, checkpoint } = await pulls.read(first.id)
    const threads = words.map((text) => {
      const id = ThreadId.parse('t1')
      return { id, kind: 'nit' as const, anchor: null, suggestion: null, text }
    })
    await pulls.submit({
      pull: pull.id,
      head: pull.head,
      content_hash: checkpoint?.content_hash ?? '',
      answer,
      threads,
    })
  }
  await review('request_changes', ['Say  who\nis warned.'])
  const { job } = (await pulls.read(first.id)).pull
  await expect.poll(() => said).toContainEqual(expect.stringContaining(`Meanwhile you can push: leeway clone ${job}`))
  // Whoever puts something on the branch while the agent works is heard.
  await pulls.commit({ pull: first.id, head: first.head, changes: { 'wind.md': 'It can bring the water earlier.\n' } })
  reading.resolve()
  await expect.poll(async () => (await pulls.read(first.id)).checkpoint?.sent_back).toBe(false)
  expect((await pulls.read(first.id)).pull).toMatchObject({ round: 4, pushed_by: ['ada'] })
  const { threads } = await pulls.read(first.id)
  expect(threads).toMatchObject([{ state: 'addressed', answers: [{ did: 'fixed' }] }])
  const plan = await pulls.file(first.id, { path: 'plan.md' })
  expect(plan.text).toContain('## What the review said\n\n- Say who is warned.\n')

  await expect.poll(async () => (await pulls.read(first.id)).checkpoint?.sent_back).toBe(false)
  // Whoever pushed has a part in it, unless they work alone.
  await house.desk.setSolo(true)
  await review('approve', [])
  await expect.poll(() => said).toContain('Demo, builder: merged, approved by ada.')
})

test('what the scripted agent asks is marked, and no other agent can mark itself, not even in a job of the demo', async () => {
  const house = await aHouse()
  const demo = await openDemo({ root: house.root, say: () => undefined })
  onTestFinished(() => demo.close())
  const held = async () => (await house.desk.checkpoints()).rows
  await expect.poll(async () => (await held()).length).toBeGreaterThan(5)
  expect((await held()).every((one) => one.demo === true)).toBe(true)

  const [first] = (await house.desk.jobs()).rows.filter(({ agent }) => agent === 'mailer')
  const leeway = await openLeeway({ root: house.root, onHold: 'throw', tellHolds: false })
  onTestFinished(() => leeway.close())
  const job = await leeway.job({ agent: 'mailer', ...(first?.key && { key: first.key }) })
  expect(job.id).toBe(first?.id)
  await job.gate({ kind: 'tool', tool: 'wire_money', args: { demo: true } }).catch(() => undefined)
  const own = (await held()).find(({ content }) => content.tool === 'wire_money')
  expect(own).toBeDefined()
  expect(own?.demo).toBeUndefined()
  await expect(openLeeway({ root: house.root, demo: true } as object)).rejects.toThrow('demo')
})

test('a demo that was halted says so, and goes on by itself when the switch is off', async () => {
  const house = await aHouse()
  const { desk } = house
  await desk.setKillSwitch({ of: 'agent', agent: 'writer' }, true, 'not now')
  const said: string[] = []
  const demo = await openDemo({ root: house.root, say: (text) => said.push(text) })
  onTestFinished(() => demo.close())
  const held = async (agent: string) => (await desk.checkpoints()).rows.find((row) => row.agent === agent)
  // What could not even begin waits too.
  await expect
    .poll(() => said)
    .toContainEqual(expect.stringMatching(/^Demo, writer: ada threw the kill switch for agent writer: not now/))
  expect(await held('writer')).toBeUndefined()
  await expect.poll(() => held('builder')).toBeDefined()

  await desk.setKillSwitch({ of: 'all' }, true, 'a leak')
  for (const agent of ['mailer', 'builder']) {
    const checkpoint = await held(agent)
    const pull = (await desk.pulls.list()).rows.find((row) => row.checkpoint === checkpoint?.id)
    if (pull === undefined) await house.answer(checkpoint?.id ?? '', { answer: 'approve' })
    else {
      const content_hash = checkpoint?.content_hash ?? ''
      await desk.pulls.submit({ pull: pull.id, head: pull.head, content_hash, answer: 'approve', threads: [] })
    }
    const told = `Demo, ${agent}: ada threw the kill switch for everything: a leak (it goes on by itself when the switch is off)`
    await expect.poll(() => said, { timeout: 5000 }).toContain(told)
  }
  const asked = async () => (await house.log('gate_halted')).length
  const before = await asked()
  await desk.setKillSwitch({ of: 'all' }, false, 'mended')
  await expect
    .poll(() => said, { timeout: 5000 })
    .toContain('Demo, mailer: It ran, once: mail sent to everybody@example.org.')
  await expect.poll(() => said, { timeout: 5000 }).toContain('Demo, builder: merged, approved by ada.')
  await desk.setKillSwitch({ of: 'agent', agent: 'writer' }, false, 'mended')
  await expect.poll(() => held('writer'), { timeout: 5000 }).toBeDefined()
  // Whoever waits does not ask over and over.
  expect(await asked()).toBe(before)
})
